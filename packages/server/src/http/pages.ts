import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../lib/hash.ts'
import { readStatic, type StaticFile } from '../lib/static-files.ts'
import { jsonType } from './headers.ts'
import type { OpenApi } from './openapi.ts'

const ours = (name: string): URL => new URL(`./pages/${name}`, import.meta.url)
const swagger = (name: string): URL => new URL(name, import.meta.resolve('swagger-ui-dist/package.json'))

/** Every file that is served, by its path. Nothing a caller says ever becomes the name of a file. */
const files = {
  '/docs': ours('docs.html'),
  '/assets/docs.js': ours('docs.js'),
  '/assets/swagger-ui.css': swagger('swagger-ui.css'),
  '/assets/swagger-ui-bundle.js': swagger('swagger-ui-bundle.js'),
  '/favicon.ico': swagger('favicon-32x32.png'),
} as const

const common =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const plainPolicy = `${common}; style-src 'self'; img-src 'self'`
// Swagger UI sets style attributes and draws its icons from data: URLs.
const docsPolicy = `${common}; style-src 'self' 'unsafe-inline'; img-src 'self' data:`

/** The document and the page that browses it. No CDN, no inline script. */
export function addPages(app: FastifyInstance, openapi: OpenApi): void {
  const document = { type: jsonType, bytes: openapi.raw, etag: `"${sha256(openapi.raw)}"` }
  app.get('/v1/openapi.json', (request, reply) => sendFile(request, reply, document))
  for (const [path, file] of Object.entries(files)) {
    const policy = path === '/docs' ? docsPolicy : plainPolicy
    // Whoever types its address gets to sign in first; what it loads needs the cookie as well.
    const options = path === '/docs' ? { config: { asksToSignIn: true } } : {}
    app.get(path, options, async (request, reply) => {
      reply.header('content-security-policy', policy)
      return sendFile(request, reply, await readStatic(file))
    })
  }
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { type, bytes, etag }: StaticFile): FastifyReply {
  reply.headers({ etag, 'cache-control': 'no-cache' })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(type).send(bytes)
}
