/**
 * A text → its format, its title where it names one, and its blocks: `{level, text}`, where a heading has its level and a paragraph 0.
 * Every scan here goes forward only, because the attachment may be hostile.
 */
export function readDocument(raw) {
  const text = raw.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  if (isHtml(text)) return { format: 'html', ...readHtml(text) }
  if (isMarkdown(text)) return { format: 'markdown', ...readMarkdown(text) }
  return { format: 'text', title: null, blocks: paragraphs(text.split('\n')).map((block) => ({ level: 0, text: block })) }
}

const isHtml = (text) => /<(?:!doctype html|html|head|body|title|article|h1|p|div)\b/i.test(text.slice(0, 2000))
const isMarkdown = (text) => /^---\n/.test(text) || /^(?:#{1,6} \S|[-*] \S|```|>)/m.test(text.slice(0, 20_000))

// --- Markdown

function readMarkdown(text) {
  const { title, body } = frontMatter(text)
  const blocks = []
  let open = []
  const close = () => {
    for (const block of paragraphs(open)) blocks.push({ level: 0, text: plain(block) })
    open = []
  }
  let isCode = false
  for (const line of body.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const heading = isCode ? null : /^(#{1,6}) (.*)$/.exec(line)
    if (heading || isCode || line.startsWith('```')) close()
    if (heading) blocks.push({ level: heading[1].length, text: plain(heading[2]) })
    else if (!isCode && !line.startsWith('```')) open.push(line)
  }
  close()
  return { title, blocks: blocks.filter((block) => block.text !== '') }
}

function frontMatter(text) {
  const end = text.startsWith('---\n') ? text.indexOf('\n---\n', 3) : -1
  if (end < 0) return { title: null, body: text }
  const line = text
    .slice(4, end)
    .split('\n')
    .find((one) => one.startsWith('title:'))
  const title = line
    ?.slice('title:'.length)
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
  return { title: title || null, body: text.slice(end + 5) }
}

/** Without the marks of Markdown: what is left is what a reader would see. */
const plain = (text) =>
  text
    .replaceAll(/!?\[([^\][]{0,500})\]\([^()\s]{0,2000}\)/g, '$1')
    .replaceAll(/^(?:[>*+-]|\d{1,3}\.) /gm, '')
    .replaceAll(/[*_`~]/g, '')
    .replace(/ #+$/, '')
    .trim()

// --- HTML

const unseen = new Set('script style head template noscript svg nav footer'.split(' '))
const breaks = new Set('p div br li ul ol tr table section article main header blockquote pre figure dd dt hr'.split(' '))

function readHtml(text) {
  const title = inside(text, 'title')
  const blocks = []
  let words = ''
  let level = 0
  const close = () => {
    const block = clean(words)
    if (block) blocks.push({ level, text: block })
    words = ''
    level = 0
  }
  for (const piece of piecesOf(text)) {
    if (piece.kind === 'text') words += piece.text
    else if (/^h[1-6]$/.test(piece.name)) {
      close()
      level = piece.isEnd ? 0 : Number(piece.name[1])
    } else if (breaks.has(piece.name)) close()
  }
  close()
  return { title: title && clean(title), blocks }
}

function* piecesOf(text) {
  // Only A to Z: other letters may change their length, and then places would no longer agree.
  const lower = text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const neverClosed = new Set()
  let at = 0
  while (at < text.length) {
    const open = text.indexOf('<', at)
    yield { kind: 'text', text: text.slice(at, open < 0 ? text.length : open) }
    if (open < 0) return
    at = text.startsWith('<!--', open) ? after(text, '-->', open) : after(text, '>', open)
    const [, slash, name] = /^<(\/?)([a-z][a-z0-9]*)/.exec(lower.slice(open, open + 40)) ?? []
    if (!name) continue
    if (slash || !unseen.has(name) || neverClosed.has(name)) yield { kind: 'tag', name, isEnd: slash === '/' }
    else {
      const end = lower.indexOf(`</${name}`, at)
      // One that is never closed hides nothing, and is not looked for again.
      if (end < 0) neverClosed.add(name)
      else at = after(text, '>', end)
    }
  }
}

/** Where the next mark ends; a document that never closes it ends there. */
function after(text, mark, from) {
  const at = text.indexOf(mark, from)
  return at < 0 ? text.length : at + mark.length
}

function inside(text, tag) {
  const head = text.slice(0, 100_000)
  const open = new RegExp(`<${tag}\\b[^>]{0,1000}>`, 'i').exec(head)
  return open ? head.slice(open.index + open[0].length).split('<', 1)[0] : null
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', mdash: '—', ndash: '–', hellip: '…' }

const clean = (text) =>
  text
    .replaceAll(
      /&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{1,10});/gi,
      (whole, name) => entities[name.toLowerCase()] ?? numeric(name) ?? whole,
    )
    .replaceAll(/\s+/g, ' ')
    .trim()

function numeric(name) {
  if (!name.startsWith('#')) return null
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : null
}

// --- both

/** Lines that belong together, with their breaks taken out. */
function paragraphs(lines) {
  const blocks = []
  let open = []
  for (const line of [...lines, '']) {
    if (line.trim() !== '') open.push(line.trim())
    else if (open.length > 0) {
      blocks.push(open.join(' '))
      open = []
    }
  }
  return blocks
}
