// Builds elements. Texts become text nodes, so nothing that a server says is ever read as HTML.

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Readonly<Record<string, string | boolean | ((event: Event) => void)>>} [attributes] A function listens: `onclick`.
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.replace(/^on/, ''), value)
    else if (typeof value === 'boolean') element.toggleAttribute(name, value)
    else element.setAttribute(name, value)
  }
  element.append(...children)
  return element
}

/**
 * What the address of this page says after `?name=`.
 *
 * @param {string} name
 */
export const inAddress = (name) => new URLSearchParams(location.search).get(name) ?? ''

/** @param {...(Node | string)} content */
export const show = (...content) => document.querySelector('main')?.replaceChildren(...content)

/**
 * An error with everything that the server says about it.
 *
 * @param {unknown} error
 */
export function problem(error) {
  const { message, code, problems } = /** @type {{ message?: string, code?: string, problems?: unknown[] }} */ (error)
  const list = (problems ?? []).map((one) => el('li', {}, typeof one === 'string' ? one : JSON.stringify(one)))
  return el(
    'div',
    { class: 'problem', role: 'alert' },
    el('p', {}, `${message ?? error}${code ? ` (${code})` : ''}`),
    el('ul', {}, ...list),
  )
}
