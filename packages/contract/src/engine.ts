import { type Static, Type } from 'typebox'
import { sandboxStates } from './health.ts'
import { closed, Instant, nullable, oneOf } from './shared.ts'

const engine = Type.String({ description: 'Its name', examples: ['codex'] })
const cli_version = nullable(
  Type.String({ description: 'Of the program that new runs use; null: none is installed, or it is our own' }),
)
const auth_ready = nullable(
  Type.Boolean({ description: 'What the CLI says of its own sign-in; null: it is not installed, so there is nobody to ask' }),
)
const sandbox_status = oneOf(sandboxStates, 'What a real probe run found at start')
const models_count = Type.Integer()
const notice = nullable(
  Type.String({ description: 'What to know before choosing it, such as that its vendor ended the service; null: nothing' }),
)
const reason = nullable(Type.String({ description: 'What keeps it from running, and the command that mends it; null: nothing' }))

const state = {
  engine,
  enabled: Type.Boolean({ description: 'Allowed by SKILL_RUNNER_ENGINES' }),
  installed: Type.Boolean(),
  cli_version,
  pinned_version: nullable(Type.String({ description: 'What this release was tested with; null: it is not brought by npm' })),
  notice,
  auth_ready,
  sandbox_status,
  models_count,
  default_model: nullable(Type.String()),
  can: closed({ resume: Type.Boolean(), output_schema: Type.Boolean() }),
  ready: Type.Boolean({ description: 'A job could run on it now' }),
  reason,
}

export const EngineView = closed(state, { $id: 'Engine' })
export const EngineList = Type.Array(EngineView, { $id: 'EngineList' })

export const EngineModel = closed(
  {
    id: Type.String({ description: 'What a job names as its model' }),
    name: Type.String(),
    aliases: Type.Array(Type.String(), { description: 'Other names that mean the same' }),
  },
  { $id: 'EngineModel' },
)

export const EngineModels = closed(
  {
    engine,
    cli_version,
    models: Type.Array(EngineModel, { description: 'The default first' }),
    default_model: nullable(Type.String()),
    fallback_reason: nullable(Type.String({ description: 'Why it is not the list of the installed version; null: it is' })),
  },
  { $id: 'EngineModels' },
)

export const installStates = ['idle', 'running', 'succeeded', 'failed'] as const
export const installSteps = ['waiting', 'resolving', 'downloading', 'probing', 'done'] as const

export const probeCases = ['flags', 'skill_folder', 'tool_call', 'schema', 'resume', 'big_output', 'kill', 'network'] as const
const probe_case = oneOf(probeCases, 'docs/engines.md tells what is tried')
const probe_result = oneOf(['yes', 'no', 'differs'], 'differs: it works, but not in the way that this release knows')

export const CapabilityCard = closed(
  {
    version: Type.String(),
    probed_at: Instant,
    capabilities: closed({ resume: Type.Boolean(), output_schema: Type.Boolean() }),
    cases: Type.Array(
      closed({
        case: probe_case,
        result: probe_result,
        reason: nullable(Type.String({ description: 'null: all is as it is known' })),
        needed: Type.Boolean({ description: 'An upgrade that loses it is not used' }),
      }),
      { description: 'What was tried' },
    ),
  },
  { $id: 'CapabilityCard', description: 'What one version of a CLI can do, found out by trying' },
)

const InstallChange = closed({
  case: probe_case,
  before: nullable(probe_result),
  after: nullable(probe_result),
  reason: nullable(Type.String()),
})

export const InstallStatus = closed(
  {
    state: oneOf(installStates, 'idle: nothing was ever asked for'),
    action: nullable(oneOf(['install', 'upgrade'])),
    version: nullable(Type.String({ description: 'null: not known yet' })),
    step: oneOf(installSteps, 'What is done now, or was done last'),
    bytes: Type.Integer({ description: 'On disk so far' }),
    started_at: nullable(Instant),
    finished_at: nullable(Instant),
    error: nullable(Type.String()),
    changes: nullable(
      Type.Array(InstallChange, {
        description: 'What the new version does otherwise than the one that was in use; null: they were not compared',
      }),
    ),
    output_tail: Type.Array(Type.String(), { description: 'The last lines of npm' }),
  },
  { $id: 'InstallStatus' },
)

export const EngineStatus = closed({ engine, upgrade_status: InstallStatus }, { $id: 'EngineInstall' })

const managed = {
  engine,
  cli_version,
  auth_ready,
  sandbox_status,
  models_count,
  enabled: state.enabled,
  installed: state.installed,
  pinned_version: state.pinned_version,
  notice,
  ready: state.ready,
  reason,
}

export const ManagedEngine = closed(managed, { $id: 'ManagedEngine' })
export const ManagedEngineList = Type.Array(ManagedEngine, { $id: 'ManagedEngineList' })

export const ManagedEngineDetail = closed(
  {
    ...managed,
    models: Type.Array(EngineModel),
    upgrade_status: InstallStatus,
    last_error: nullable(Type.String({ description: 'Of the last installation; null: it had none' })),
    installed_versions: Type.Array(
      closed({
        version: Type.String(),
        current: Type.Boolean({ description: 'New runs use it' }),
        source: oneOf(['managed', 'configured'], 'configured: named by SKILL_RUNNER_<ENGINE>_BIN'),
      }),
    ),
    previous_version: nullable(Type.String({ description: 'What a rollback goes back to; null: there is nothing' })),
    card: nullable(CapabilityCard),
  },
  { $id: 'ManagedEngineDetail' },
)

const version = Type.Optional(
  Type.String({
    maxLength: 64,
    pattern: '^\\d+\\.\\d+\\.\\d+(-[\\w.]+)?$',
    description: 'Exact. Left out: the pinned one to install, the newest of npm to upgrade',
  }),
)

export const InstallRequest = closed({ version }, { $id: 'InstallRequest' })

export const UpgradeRequest = closed(
  { version, force: Type.Optional(Type.Boolean({ description: 'Use it even if it has lost what is needed' })) },
  { $id: 'UpgradeRequest' },
)

export const EngineRollback = closed(
  { engine, cli_version: Type.String({ description: 'New runs use it again' }), previous_version: nullable(Type.String()) },
  { $id: 'EngineRollback' },
)

export type EngineView = Static<typeof EngineView>
export type EngineModels = Static<typeof EngineModels>
export type EngineStatus = Static<typeof EngineStatus>
export type CapabilityCard = Static<typeof CapabilityCard>
export type EngineRollback = Static<typeof EngineRollback>
export type InstallStatus = Static<typeof InstallStatus>
export type ManagedEngine = Static<typeof ManagedEngine>
export type ManagedEngineDetail = Static<typeof ManagedEngineDetail>
