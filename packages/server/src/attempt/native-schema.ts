import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { RunIn } from '../domain/run.ts'
import { warningOf } from '../domain/warning.ts'
import type { Capabilities } from '../engines/cli.ts'
import type { Engine } from '../engines/engine.ts'
import { parseExactly, withNumbersOf } from '../lib/exact-json.ts'
import { fromStrict } from '../output/from-strict.ts'
import { plainSchema } from '../output/plain-schema.ts'
import { type Relaxation, strictSchema } from '../output/strict-schema.ts'
import type { PromptEntry } from '../skills/entrypoint.ts'
import type { SkillPackage } from '../skills/package.ts'

/** How the engine itself is held to the output schema. */
export interface NativeSchema {
  /** In the engine's dialect; null: it is told in words only. */
  readonly schema: object | null
  /** What the dialect cannot say; the answer is validated against the original all the same. */
  readonly relaxations: readonly Relaxation[]
  /** Why there is none, where one was possible; null: there is one, or it was none of the engine's business. */
  readonly reason: string | null
  /** The answer in the words of the original. */
  read(message: string): string
}

const none: NativeSchema = { schema: null, relaxations: [], reason: null, read: (message) => message }

/**
 * Not in a conversation: there a question would have to fit as well. Where the result is a file, the last message stands in for it, unless
 * the schema is that of a tool: a model that has written the file would have to call it with the same once more.
 */
export function nativeSchemaFor(
  engine: Engine,
  capabilities: Capabilities | null,
  { profile, schemas }: SkillPackage,
  { resultMode }: PromptEntry,
  { executionMode }: RunIn<'running'>,
): NativeSchema {
  const dialect = capabilities?.outputSchema === true && engine.can.outputSchema
  if (!dialect || executionMode !== 'auto' || profile === 'plain') return none
  if (dialect === 'plain' && resultMode === 'file') return none
  const translated = dialect === 'strict' ? strictSchema(schemas.output) : plainSchema(schemas.output)
  if (!translated.ok) return { ...none, reason: translated.reason }
  const { schema, relaxations } = translated
  const read = (message: string) => (dialect === 'strict' ? readBack(schemas.output, message) : message)
  return { schema, relaxations, reason: null, read }
}

function readBack(original: object, message: string): string {
  try {
    return JSON.stringify(withNumbersOf(parseExactly(message), fromStrict(original, JSON.parse(message))))
  } catch {
    // Not what was asked for: the chain that looks for JSON in words has to do.
    return message
  }
}

/** Told with the run, so that nobody takes the engine's promise for more than it is. */
export function schemaNotes({ relaxations, reason }: NativeSchema): Warning[] {
  if (reason !== null)
    return [
      {
        ...warningOf('OUTPUT_SCHEMA_NOT_NATIVE', `The engine was told the output schema in words only: ${reason}`),
        level: 'info',
      },
    ]
  if (relaxations.length === 0) return []
  const message = `The engine was given a simpler schema, in ${relaxations.length} ${relaxations.length === 1 ? 'place' : 'places'}; its answer was validated against the original.`
  return [{ ...warningOf('OUTPUT_SCHEMA_RELAXED', message, { relaxations: relaxations.slice(0, 50) }), level: 'info' }]
}
