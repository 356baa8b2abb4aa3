import { fileAt, filesAt, objectOf, pairsOf } from './given-values.ts'
import { numberOf } from './leaving.ts'
import { typedValue } from './typed-values.ts'
import { UsageError } from './words.ts'

/** The flags that say what a job is to be. */
export const requestFlags = {
  input: { type: 'string', multiple: true },
  'input-json': { type: 'string' },
  param: { type: 'string', multiple: true },
  'param-json': { type: 'string' },
  file: { type: 'string', multiple: true },
  archive: { type: 'string' },
  engine: { type: 'string' },
  engines: { type: 'string' },
  model: { type: 'string' },
  'max-cost': { type: 'string' },
  'max-tokens': { type: 'string' },
  interactive: { type: 'boolean' },
  'no-cache': { type: 'boolean' },
  timeout: { type: 'string' },
} as const

export interface RequestFlags {
  readonly input?: readonly string[] | undefined
  readonly 'input-json'?: string | undefined
  readonly param?: readonly string[] | undefined
  readonly 'param-json'?: string | undefined
  readonly file?: readonly string[] | undefined
  readonly archive?: string | undefined
  readonly engine?: string | undefined
  readonly engines?: string | undefined
  readonly model?: string | undefined
  readonly 'max-cost'?: string | undefined
  readonly 'max-tokens'?: string | undefined
  readonly interactive?: boolean | undefined
  readonly 'no-cache'?: boolean | undefined
  readonly timeout?: string | undefined
}

export type GivenFlags = Awaited<ReturnType<typeof readGiven>>

/** Reads everything that the flags name, from files and pipes, before the server is called. */
export async function readGiven(flags: RequestFlags) {
  const { input = [], param = [], file = [], archive, model } = flags
  if (flags['input-json'] === '-' && flags['param-json'] === '-')
    throw new UsageError('Only one of --input-json and --param-json can read stdin')
  const timeout = numberOf('--timeout', flags.timeout)
  const single = { input: pairsOf('--input', input), param: pairsOf('--param', param), file: pairsOf('--file', file) }
  const whole = {
    input: await objectOf('--input-json', flags['input-json']),
    param: await objectOf('--param-json', flags['param-json']),
  }
  return {
    single,
    whole,
    rest: {
      ...enginesIn(flags),
      ...(model === undefined ? {} : { model }),
      runtime_options: {
        ...(flags.interactive ? { execution_mode: 'interactive' as const } : {}),
        ...(flags['no-cache'] ? { no_cache: true } : {}),
        ...(timeout === undefined ? {} : { timeout_sec: timeout }),
        ...budgetsIn(flags),
      },
      // Set even if empty: a missing file is then rejected at once, instead of a job that waits for it.
      files: await filesAt(single.file),
      ...(archive === undefined ? {} : { archive: await fileAt(archive) }),
    },
  }
}

type EngineFlags = Pick<RequestFlags, 'engine' | 'engines'>

/** One engine, or several in the order in which they are tried: codex,claude. */
export function enginesIn({ engine, engines }: EngineFlags): { engine?: string; engines?: string[] } {
  if (engine !== undefined && engines !== undefined) throw new UsageError('Only one of --engine and --engines can be given')
  if (engine !== undefined) return { engine }
  if (engines === undefined) return {}
  const names = engines.split(',').map((name) => name.trim())
  if (names.includes(''))
    throw new UsageError(`--engines must be names with commas between them, as codex,claude, not "${engines}"`)
  return { engines: names }
}

/** What the run may use; the server says what it takes, and which engines tell it. */
export function budgetsIn(flags: Pick<RequestFlags, 'max-cost' | 'max-tokens'>): { max_cost_usd?: number; max_tokens?: number } {
  const cost = flags['max-cost']
  const tokens = flags['max-tokens']
  if (cost !== undefined && !/^\d{1,7}(\.\d{1,9})?$/.test(cost))
    throw new UsageError(`--max-cost must be US dollars, as 0.50, not "${cost}"`)
  if (tokens !== undefined && !/^\d{1,13}$/.test(tokens))
    throw new UsageError(`--max-tokens must be a whole number, not "${tokens}"`)
  return {
    ...(cost === undefined ? {} : { max_cost_usd: Number(cost) }),
    ...(tokens === undefined ? {} : { max_tokens: Number(tokens) }),
  }
}

/** The schemas that say what a value means; null: there are none. */
export type ValueSchemas = { readonly input?: unknown; readonly parameter?: unknown } | null

/** Whether a value was given whose meaning its schema decides. */
export const needsSchemas = ({ single }: GivenFlags): boolean => single.input.size + single.param.size > 0

/** What the skill is asked to do. */
export function requestOf({ single, whole, rest }: GivenFlags, schemas: ValueSchemas) {
  for (const [name, text] of single.input) {
    // With an archive it is the path of the file in there.
    if (rest.archive === undefined && !single.file.has(name) && isFileInput(schemas?.input, name))
      throw new UsageError(`${name} is a file: send it with --file ${name}=${text}`)
  }
  const typed = (schema: unknown, pairs: ReadonlyMap<string, string>) =>
    Object.fromEntries([...pairs].map(([name, text]) => [name, typedValue(schema, name, text)]))
  return {
    input: { ...whole.input, ...typed(schemas?.input, single.input) },
    parameter: { ...whole.param, ...typed(schemas?.parameter, single.param) },
    ...rest,
  }
}

function isFileInput(schema: unknown, name: string): boolean {
  const properties: unknown = Object(schema).properties
  return Object.hasOwn(Object(properties), name) && Object(Object(properties)[name])['x-input-source'] !== 'inline'
}
