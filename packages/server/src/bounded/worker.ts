import { parentPort } from 'node:worker_threads'
import type { Violation } from '../lib/violation.ts'
import { type Compiled, compileSchema, isTooMuch } from './schemas.ts'

/** What a thread is asked. A schema it has had before is only named; it says `unknown` when it has forgotten it. */
export interface Request {
  readonly digest: string
  readonly schema: string | null
  /** JSON text; null: only compile. */
  readonly data: string | null
}

export type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'too_much' }
  | { readonly kind: 'problem'; readonly problem: string }
  | { readonly kind: 'checked'; readonly violations: readonly Violation[] }

// What is kept counts against the heap that the next schema has: a few, and no large ones.
const mostKept = 32
const longestKept = 128 * 1024
const kept = new Map<string, Compiled>()

function answer(request: Request): Answer {
  try {
    const compiled = compiledOf(request)
    if (!compiled) return { kind: 'unknown' }
    if (!compiled.ok) return { kind: 'problem', problem: compiled.problem }
    return { kind: 'checked', violations: request.data === null ? [] : compiled.check(JSON.parse(request.data)) }
  } catch (error) {
    if (isTooMuch(error)) return { kind: 'too_much' }
    throw error
  }
}

function compiledOf({ digest, schema }: Request): Compiled | null {
  const before = kept.get(digest)
  if (before) {
    kept.delete(digest)
    kept.set(digest, before)
    return before
  }
  if (schema === null) return null
  const compiled = compileSchema(schema)
  if (schema.length <= longestKept) keep(digest, compiled)
  return compiled
}

function keep(digest: string, compiled: Compiled): void {
  kept.set(digest, compiled)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest) kept.delete(oldest)
}

parentPort?.on('message', (request: Request) => parentPort?.postMessage(answer(request)))
parentPort?.postMessage({ kind: 'ready' } satisfies Answer)
