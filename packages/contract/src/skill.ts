import { type Static, Type } from 'typebox'
import { executionModes } from './job.ts'
import { closed, nullable, oneOf } from './shared.ts'

const summary = {
  id: Type.String(),
  version: Type.String(),
  name: Type.String(),
  description: Type.String(),
  engines: Type.Array(Type.String()),
  unsupported_engines: Type.Array(Type.String()),
  effective_engines: Type.Array(Type.String(), {
    description: 'Those that the skill allows and that are enabled here; replay, if it ships recordings',
  }),
  execution_modes: Type.Array(oneOf(executionModes)),
  entrypoint: nullable(closed({ type: oneOf(['prompt', 'script', 'hybrid']) })),
  profile: oneOf(['auto', 'plain']),
  health: oneOf(['healthy', 'degraded']),
  health_error: nullable(Type.String()),
}

export const SkillSummary = closed(summary, { $id: 'SkillSummary' })

const AnySchema = Type.Record(Type.String(), Type.Unknown())

export const SkillDetail = closed(
  {
    ...summary,
    schemas: nullable(closed({ input: AnySchema, parameter: AnySchema, output: AnySchema })),
    artifacts: Type.Array(
      closed({ role: Type.String(), pattern: Type.String(), mime: nullable(Type.String()), required: Type.Boolean() }),
    ),
    runtime: nullable(
      closed({
        timeout_sec: Type.Integer(),
        network: nullable(oneOf(['off', 'allowlist', 'gated', 'host'], 'What the skill asks for; null: nothing')),
        env: Type.Array(Type.String(), { description: 'Environment variables that its script needs' }),
      }),
    ),
    max_attempt: nullable(Type.Integer()),
    digest: nullable(Type.String({ description: 'sha256 over every file of the skill' })),
    files: Type.Array(Type.String()),
    warnings: Type.Array(Type.String(), { description: 'Problems that do not prevent its use, but should be fixed' }),
  },
  { $id: 'SkillDetail' },
)

export const SkillList = Type.Array(SkillSummary, { $id: 'SkillList' })

export type SkillSummary = Static<typeof SkillSummary>
export type SkillDetail = Static<typeof SkillDetail>
