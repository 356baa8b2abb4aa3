import { checkAnswer, errorOf } from '../packages/server/test/support/answers.ts'
import type { Server } from './server.ts'

/** What the server said; the body is null where it died in the middle of it. */
export interface Told<T> {
  readonly status: number
  readonly body: T | null
}

export interface Asking {
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** At the first byte of the answer. */
  readonly onAnswer?: (status: number) => void
}

/** Null: no answer came, for the server is gone, or its database is away for long. Anything else that keeps an answer away is an error. */
export type Ask = <T>(method: 'GET' | 'POST', path: string, asking?: Asking) => Promise<Told<T> | null>

/** Speaks to a server that may die at any instant, and holds every whole answer against openapi.json. */
export function openClient(url: string, server: Pick<Server, 'isAlive'>): Ask {
  const unlessGone = (error: unknown): null => {
    if (server.isAlive()) throw error
    return null
  }
  return async <T>(method: 'GET' | 'POST', path: string, { body, headers = {}, onAnswer }: Asking = {}) => {
    const isForm = body instanceof FormData
    const response = await fetch(url + path, {
      method,
      headers: { ...(body && !isForm ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    }).catch(unlessGone)
    if (!response) return null
    onAnswer?.(response.status)
    const text = await response.text().catch(unlessGone)
    if (text === null) return { status: response.status, body: null }
    const answer = JSON.parse(text) as T
    checkAnswer(method, path, response.status, answer)
    // Nobody knows whether it was done.
    if (response.status === 503 && errorOf(answer).code === 'DATABASE_UNAVAILABLE') return null
    return { status: response.status, body: answer }
  }
}

/** For a server that nobody is about to kill. */
export async function must<T>(asked: Promise<Told<T> | null>): Promise<T> {
  const told = await asked
  if (told?.status !== 200 || told.body === null) throw new Error(`an answer was needed, and this came: ${JSON.stringify(told)}`)
  return told.body
}
