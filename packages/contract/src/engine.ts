import { type Static, Type } from 'typebox'
import { sandboxStates } from './health.ts'
import { closed, deprecated, Instant, nullable, oneOf, open } from './shared.ts'

const engine = Type.String({ description: 'Name of the engine', examples: ['codex'] })
const cli_version = nullable(
  Type.String({ description: 'Version of the program that new runs use; null: none is installed, or it is built in' }),
)
const auth_ready = nullable(
  Type.Boolean({ description: 'Whether the CLI reports that it is signed in; null: it is not installed' }),
)
const sandbox_status = oneOf(sandboxStates, 'Result of the sandbox test at start')
const models_count = Type.Integer()
const notice = nullable(
  Type.String({ description: 'Information for users, such as that its vendor ended the service; null: none' }),
)
const engineReasons = [
  ...(['not_enabled', 'not_built', 'withdrawn', 'not_installed', 'program_unusable'] as const),
  ...(['sandbox_unavailable', 'settings_invalid', 'signed_out'] as const),
] as const
const reason_code = nullable(
  oneOf(
    engineReasons,
    'The kind of reason, for programs and other languages. withdrawn: npm no longer has it, and no program of your own is named; program_unusable: the program is damaged, cannot be started or lacks an option; null: it can run',
  ),
)
const reason = nullable(Type.String({ description: 'Why it cannot run, and the command that fixes it; null: it can' }))

const state = {
  engine,
  enabled: Type.Boolean({ description: 'Allowed by SKILL_RUNNER_ENGINES' }),
  installed: Type.Boolean(),
  cli_version,
  pinned_version: nullable(
    Type.String({ description: 'The version that this release was tested with; null: it does not come from npm' }),
  ),
  notice,
  auth_ready,
  sandbox_status,
  models_count,
  default_model: nullable(Type.String()),
  can: closed({ resume: Type.Boolean(), output_schema: Type.Boolean() }),
  ready: Type.Boolean({ description: 'Jobs can run on it now' }),
  reason_code,
  reason,
}

export const EngineView = closed(state, { $id: 'Engine' })
export const EngineList = closed({ engines: Type.Array(EngineView) }, { $id: 'EngineList' })

export const EngineModel = closed(
  {
    id: Type.String({ description: 'The value for model in a job' }),
    display_name: Type.String(),
    name: deprecated(Type.String(), 'display_name'),
    aliases: Type.Array(Type.String(), { description: 'Aliases' }),
    provider: nullable(Type.String({ description: 'The value for provider_id in a job; null: the id does not name one' })),
    supported_effort: Type.Array(Type.String(), {
      description: 'The values for effort in a job; empty: the model has none to choose from',
    }),
    deprecated: Type.Boolean({ description: 'Retired or about to be; a job may name it, and gets a warning' }),
    notes: nullable(Type.String()),
  },
  { $id: 'EngineModel' },
)

export const EngineModels = closed(
  {
    engine,
    cli_version,
    models: Type.Array(EngineModel, { description: 'Default first' }),
    default_model: nullable(Type.String()),
    fallback_reason: nullable(Type.String({ description: 'Why this is not the list of the installed version; null: it is' })),
  },
  { $id: 'EngineModels' },
)

const installStates = ['idle', 'running', 'succeeded', 'failed'] as const
const installSteps = ['waiting', 'resolving', 'downloading', 'probing', 'done'] as const

const probeCases = ['flags', 'skill_folder', 'tool_call', 'schema', 'resume', 'big_output', 'kill', 'network'] as const
const probe_case = oneOf(probeCases, 'docs/engines.md describes the cases')
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
        reason: nullable(Type.String({ description: 'null: as expected' })),
        needed: Type.Boolean({ description: 'An upgrade that fails this case is not used' }),
      }),
      { description: 'Description of the case' },
    ),
  },
  { $id: 'CapabilityCard', description: 'What one version of a CLI can do, found by probing' },
)

const InstallChange = closed({
  case: probe_case,
  before: nullable(probe_result),
  after: nullable(probe_result),
  reason: nullable(Type.String()),
})

export const InstallStatus = closed(
  {
    state: oneOf(installStates, 'idle: nothing was requested yet'),
    action: nullable(oneOf(['install', 'upgrade', 'probe'])),
    version: nullable(Type.String({ description: 'null: unknown yet' })),
    step: oneOf(installSteps, 'The current or last step'),
    bytes: Type.Integer({ description: 'Bytes on disk so far' }),
    started_at: nullable(Instant),
    finished_at: nullable(Instant),
    error: nullable(Type.String()),
    changes: nullable(
      Type.Array(InstallChange, {
        description: 'Differences from the previously used version; null: not compared',
      }),
    ),
    output_tail: Type.Array(Type.String(), {
      description: 'The last lines of the output of npm, or the results of a probe so far',
    }),
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
  reason_code,
  reason,
}

export const ManagedEngine = closed(managed, { $id: 'ManagedEngine' })
export const ManagedEngineList = closed({ engines: Type.Array(ManagedEngine) }, { $id: 'ManagedEngineList' })

export const ManagedEngineDetail = closed(
  {
    ...managed,
    models: Type.Array(EngineModel),
    upgrade_status: InstallStatus,
    last_error: nullable(Type.String({ description: 'Error of the last installation; null: none' })),
    installed_versions: Type.Array(
      closed({
        version: Type.String(),
        current: Type.Boolean({ description: 'New runs use this version' }),
        source: oneOf(['managed', 'configured'], 'configured: named by SKILL_RUNNER_<ENGINE>_BIN'),
      }),
    ),
    previous_version: nullable(Type.String({ description: 'The version that a rollback returns to; null: none' })),
    card: nullable(CapabilityCard),
  },
  { $id: 'ManagedEngineDetail' },
)

const version = Type.Optional(
  Type.String({
    maxLength: 64,
    pattern: '^\\d+\\.\\d+\\.\\d+(-[\\w.]+)?$',
    description: 'An exact version. Default: the pinned one for install, the newest on npm for upgrade',
  }),
)

export const InstallRequest = open({ version }, { $id: 'InstallRequest' })

export const UpgradeRequest = open(
  { version, force: Type.Optional(Type.Boolean({ description: 'Use it even if it lost a required feature' })) },
  { $id: 'UpgradeRequest' },
)

export const EngineRollback = closed(
  {
    engine,
    cli_version: Type.String({ description: 'The version that new runs use now' }),
    previous_version: nullable(Type.String()),
  },
  { $id: 'EngineRollback' },
)

export type EngineView = Static<typeof EngineView>
export type EngineList = Static<typeof EngineList>
export type EngineModels = Static<typeof EngineModels>
export type EngineStatus = Static<typeof EngineStatus>
export type CapabilityCard = Static<typeof CapabilityCard>
export type EngineRollback = Static<typeof EngineRollback>
export type InstallStatus = Static<typeof InstallStatus>
export type ManagedEngineList = Static<typeof ManagedEngineList>
export type ManagedEngine = Static<typeof ManagedEngine>
export type ManagedEngineDetail = Static<typeof ManagedEngineDetail>
