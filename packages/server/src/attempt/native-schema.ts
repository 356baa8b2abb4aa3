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

/** The output schema that the engine itself enforces. */
export interface NativeSchema {
  /** In the engine's dialect; null: the prompt describes it in words only. */
  readonly schema: object | null
  /** What the dialect cannot express; the answer is validated against the original in any case. */
  readonly relaxations: readonly Relaxation[]
  /** Why there is none although the engine supports it; null: there is one, or it was not wanted. */
  readonly reason: string | null
  /** The original schema, if answers have to be translated back to it; null: they already match it. */
  readonly original: object | null
}

const none: NativeSchema = { schema: null, relaxations: [], reason: null, original: null }

/**
 * None in a conversation: a question would have to match the schema as well. If the result is a file, the last message may replace it, but
 * not where the schema is that of a tool: the model would have to repeat the content of the file in a tool call.
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
  return { schema, relaxations, reason: null, original: dialect === 'strict' ? schemas.output : null }
}

/** The answer of the engine as the original schema has it. */
export function answerIn({ original }: NativeSchema, message: string): string {
  if (original === null) return message
  try {
    return JSON.stringify(withNumbersOf(parseExactly(message), fromStrict(original, JSON.parse(message))))
  } catch {
    // Not JSON: the output chain looks for JSON in the text.
    return message
  }
}

/** Warnings of the run about the parts of the schema that the engine does not enforce. */
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
