// The files of the folder pages, read once. A request can only name one of these, so no path is ever built from it.
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'

/** @typedef {{ type: string, content: Buffer }} Page */

const folder = new URL('../pages/', import.meta.url)

/** @type {Readonly<Record<string, string>>} */
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** @returns {Promise<Map<string, Page>>} By the path in an address. */
export async function loadPages() {
  const names = (await readdir(folder)).filter((name) => extname(name) in types)
  const entries = names.map(async (name) => {
    const page = { type: `${types[extname(name)]}; charset=utf-8`, content: await readFile(new URL(name, folder)) }
    return /** @type {const} */ ([name === 'index.html' ? '/' : `/${name}`, page])
  })
  return new Map(await Promise.all(entries))
}
