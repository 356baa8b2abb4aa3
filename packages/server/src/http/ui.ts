import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readStatic, typeOf } from '../lib/static-files.ts'

/** Where the bootstrap has built the web page. */
const folder = new URL('../../../web/dist/', import.meta.url)

const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob: data:; frame-src 'self' blob:",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ')

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/**
 * The web page at /ui: its files by their names, and for every other address the page itself, which knows where that leads. The names
 * were read from the folder: nothing a caller says ever becomes the name of a file.
 */
export function addUi(app: FastifyInstance): void {
  const names = new Set(namesIn(fileURLToPath(folder)))
  // It has to be there before it can ask for a token, and holds nothing that is not in the repository.
  const options = { config: { scope: null } }
  app.get('/', options, (_request, reply) => reply.redirect('/ui'))
  app.get('/ui', options, (request, reply) => sendPage(request, reply, names))
  app.get('/ui/*', options, (request, reply) => {
    const { '*': name } = request.params as { '*': string }
    if (name !== 'index.html' && names.has(name)) return sendFile(request, reply, names, name)
    return sendPage(request, reply, names)
  })
}

/** None where the page was not built. */
function namesIn(where: string): string[] {
  try {
    return readdirSync(where, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => relative(where, join(entry.parentPath, entry.name)))
  } catch {
    return []
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, names: ReadonlySet<string>) {
  reply.headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer' })
  if (names.has('index.html')) return sendFile(request, reply, names, 'index.html')
  return reply.code(503).type('text/plain; charset=utf-8').send('The web page is not built. Start the server with `npm start`.\n')
}

/** In the form that takes least of those that the caller reads. */
async function sendFile(request: FastifyRequest, reply: FastifyReply, names: ReadonlySet<string>, name: string) {
  const accepted = request.headers['accept-encoding'] ?? ''
  const [encoding, suffix] = encodings.find(([word, end]) => accepted.includes(word) && names.has(name + end)) ?? [null, '']
  const { etag, bytes } = await readStatic(new URL(name + suffix, folder))
  // The names of all but the page itself change with their content.
  const caching = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  reply.headers({
    etag,
    'cache-control': caching,
    vary: 'accept-encoding',
    ...(encoding ? { 'content-encoding': encoding } : {}),
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(typeOf(name)).send(bytes)
}
