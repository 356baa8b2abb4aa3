import type { FastifyReply, FastifyRequest } from 'fastify'

const name = 'skill_runner_session'

/** The session that a browser shows; null: it shows none. */
export function cookieOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const [, value] = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{20,100})(?:;|$)`).exec(headers.cookie ?? '') ?? []
  return value ?? null
}

/** Kept by the browser until it is closed; no script reads it, and no other site can make the browser send it. */
export function setCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  void reply.header('set-cookie', `${name}=${value}; ${attributesFor(request)}`)
}

export function dropCookie(request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('set-cookie', `${name}=; Max-Age=0; ${attributesFor(request)}`)
}

/** The server itself speaks plain HTTP; the browser says whether there is TLS in front of it. */
function attributesFor({ headers }: FastifyRequest): string {
  const isSecure = headers.origin?.startsWith('https://') ?? false
  return `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
}
