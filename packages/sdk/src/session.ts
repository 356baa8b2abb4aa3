import type { Connection } from './connection.ts'
import type { Leaving } from './runs.ts'
import type { AnswerOf } from './types.ts'

export type Session = ReturnType<typeof sessionOf>

const path = '/v1/session'

/** For web pages of the server itself: the browser keeps a cookie instead of the token. */
export function sessionOf(connection: Connection) {
  return {
    get: ({ signal }: Leaving = {}): Promise<AnswerOf<'getSession'>> => connection.json({ path, signal }),

    signIn: (token: string, { signal }: Leaving = {}): Promise<AnswerOf<'signIn'>> =>
      connection.json({ method: 'POST', path, body: { token }, signal }),

    signOut: ({ signal }: Leaving = {}): Promise<AnswerOf<'signOut'>> => connection.json({ method: 'DELETE', path, signal }),
  }
}
