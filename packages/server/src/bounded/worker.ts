import { parentPort } from 'node:worker_threads'
import type { JsonShape } from '../domain/json-shape.ts'
import { parseExactly, parseToDoubles, withDoubles } from '../lib/exact-json.ts'
import type { Violation } from '../lib/violation.ts'
import { type Coercion, coerce } from './coerce.ts'
import { type Reading, readJsonIn } from './read-json.ts'
import { type Compiled, compileSchema, endlessProblem, isTooMuch } from './schemas.ts'

/** What a thread is asked: to hold data against a schema, or to find the JSON in a text. */
export type Request = Check | Read

/** A schema it has had before is only named; it says `unknown` when it has forgotten it. */
export interface Check {
  readonly kind: 'check'
  readonly digest: string
  readonly schema: string | null
  /** JSON text; null: only whether the schema will do. */
  readonly data: string | null
  /** Make it fit by changes that lose nothing, instead of saying what does not. */
  readonly coerce?: boolean
}

export interface Read {
  readonly kind: 'read'
  readonly text: string
  readonly wanted: JsonShape
}

export type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'too_much' }
  | { readonly kind: 'problem'; readonly problem: string }
  | { readonly kind: 'checked'; readonly violations: readonly Violation[] }
  | { readonly kind: 'coerced'; readonly json: string; readonly changes: readonly Coercion[] }
  | { readonly kind: 'read'; readonly reading: Reading | null }

/** What a thread sends: an answer, and the processor time that it has spent so far. */
export interface Told {
  readonly answer: Answer
  readonly cpuMs: number
}

// What is kept counts against the heap that the next schema has: a few, and no large ones.
const mostKept = 32
const longestKept = 128 * 1024
const kept = new Map<string, Compiled>()

async function answer(request: Request): Promise<Answer> {
  try {
    return request.kind === 'check' ? checked(request) : await read(request)
  } catch (error) {
    if (isTooMuch(error)) return { kind: 'too_much' }
    throw error
  }
}

function checked(request: Check): Answer {
  const compiled = compiledOf(request)
  if (!compiled) return { kind: 'unknown' }
  if (!compiled.ok) return { kind: 'problem', problem: compiled.problem }
  if (request.data === null) return judged(compiled)
  if (!request.coerce) return { kind: 'checked', violations: compiled.check(parseToDoubles(request.data)) }
  const coerced = coerce(parseExactly(request.data), (data) => compiled.errors(withDoubles(data)))
  return { kind: 'coerced', json: JSON.stringify(coerced.data), changes: coerced.changes }
}

function judged(compiled: Compiled & { readonly ok: true }): Answer {
  const problem = endlessProblem(compiled)
  return problem === null ? { kind: 'checked', violations: [] } : { kind: 'problem', problem }
}

async function read({ text, wanted }: Read): Promise<Answer> {
  const loadFixer = async () => (await import('jsonrepair')).jsonrepair
  return { kind: 'read', reading: await readJsonIn(text, wanted, loadFixer) }
}

function compiledOf({ digest, schema }: Check): Compiled | null {
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

function tell(answer: Answer): void {
  const { user, system } = process.threadCpuUsage()
  parentPort?.postMessage({ answer, cpuMs: (user + system) / 1000 } satisfies Told)
}

parentPort?.on('message', async (request: Request) => tell(await answer(request)))
tell({ kind: 'ready' })
