import { text } from 'node:stream/consumers'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { rendered, sanitisers } from '../src/pages/run/preview/rendered.ts'

/**
 * Draws the document on stdin by the renderer of the web page, with its HTML kept as plugins for Markdown do that are in wide use; with the
 * argument `guarded`, behind that the sanitiser of the page. A program of its own: the types of React are not those of a server.
 */
const keepHtml = () => (tree) => void Object.assign(tree, withHtml(tree))
const withHtml = (node) => {
  if (node.type === 'raw') return { type: 'element', tagName: 'kept', properties: { html: node.value }, children: [] }
  return node.children ? { ...node, children: node.children.map(withHtml) } : node
}
// biome-ignore lint/security/noDangerouslySetInnerHtml: it is the attack
const kept = ({ html }) => createElement('div', { dangerouslySetInnerHTML: { __html: html } })

const plugins = process.argv[2] === 'guarded' ? [keepHtml, ...sanitisers] : [keepHtml]
process.stdout.write(renderToStaticMarkup(rendered(await text(process.stdin), { kept }, plugins)))
