import { readFile } from 'node:fs/promises'
import { sha256 } from './hash.ts'

export interface StaticFile {
  readonly type: string
  readonly bytes: Buffer
  readonly etag: string
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
}

/** One file of the product. Read when asked for: pages are opened seldom, and 2 MB of them need not sit in memory. */
export async function readStatic(file: URL): Promise<StaticFile> {
  const bytes = await readFile(file)
  return { type: typeOf(file.pathname), bytes, etag: `"${sha256(bytes)}"` }
}

/** The media type that the name of a file tells. */
export const typeOf = (name: string): string => types[name.split('.').pop() ?? ''] ?? 'application/octet-stream'
