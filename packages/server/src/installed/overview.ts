import type { ManagedEngine } from '@agent-skill-runner/contract/engine.ts'
import type { SandboxMode } from '../domain/sandbox.ts'
import { mayRunEngine } from '../domain/sandbox.ts'
import type { Engines } from '../engines/enabled.ts'
import type { Engine } from '../engines/engine.ts'
import { knownEngines } from '../engines/index.ts'
import type { Catalogue } from '../engines/models.ts'
import type { Settings } from '../engines/settings.ts'
import { Fault } from '../lib/fault.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { AgentHome } from './agent-home.ts'
import type { Auth } from './auth.ts'
import type { Installation, Installations } from './installations.ts'
import { missingProblem } from './managed.ts'
import type { ModelLists } from './model-lists.ts'

export interface OverviewDeps {
  readonly engines: Engines
  readonly installations: Installations
  readonly agentHome: Pick<AgentHome, 'operatorSettings'>
  readonly sandbox: Pick<Sandbox, 'status' | 'reason'>
  readonly sandboxMode: SandboxMode
  readonly auth: Pick<Auth, 'ready'>
  readonly modelLists: Pick<ModelLists, 'ask'>
}

/** All that is known of an engine, for those who look. */
export interface Overview {
  readonly engine: string
  readonly enabled: boolean
  readonly installed: boolean
  /** Null: there is none, or it is a program of our own. */
  readonly installation: Installation | null
  readonly pinnedVersion: string | null
  /** What everybody should know who thinks of using it; null: nothing. */
  readonly notice: string | null
  readonly authReady: boolean | null
  readonly catalogue: Catalogue
  readonly can: { readonly resume: boolean; readonly outputSchema: boolean }
  /** Why no job could run on it now; null: one could. */
  readonly reason: string | null
  readonly reasonCode: ReasonCode | null
}

type ReasonCode = NonNullable<ManagedEngine['reason_code']>

interface Reason {
  readonly reason: string
  readonly reasonCode: ReasonCode
}

/** Replay plays recordings: it is nobody's choice where it is not enabled. */
export const visibleEngines = ({ enabled }: Engines): readonly string[] =>
  knownEngines.filter((name) => name !== 'replay' || enabled.includes(name))

export async function overviewOf(deps: OverviewDeps, name: string): Promise<Overview> {
  const engine = deps.engines.built[name]
  const enabled = deps.engines.enabled.includes(name)
  if (!engine) return { ...notBuilt, engine: name, enabled }
  const installation = deps.installations.current(name)
  const problem = deps.installations.problem(name)
  const installed = typeof engine.cli === 'string' || (installation !== null && problem === null)
  const authReady = installed ? await deps.auth.ready(engine) : null
  const settings = await settingsOf(deps, engine)
  const howToSignIn = engine.account?.howToSignIn ?? `Sign in: ./skill-runner engine login ${name}`
  const facts = { enabled, program: programReason(engine, problem), authReady, badSettings: settings.problem, howToSignIn }
  const { reason = null, reasonCode = null } = reasonOf(deps, facts) ?? {}
  return {
    engine: name,
    enabled,
    installed,
    installation,
    ...aboutNpm(engine),
    authReady,
    catalogue: engine.models({
      skillFiles: [],
      version: installation?.version ?? null,
      settings: settings.value,
      listed: await deps.modelLists.ask(engine),
    }),
    can: abilities(engine, installation),
    reason,
    reasonCode,
  }
}

function aboutNpm({ cli }: Engine): Pick<Overview, 'pinnedVersion' | 'notice'> {
  if (typeof cli === 'string') return { pinnedVersion: null, notice: null }
  return cli.withdrawn === undefined
    ? { pinnedVersion: cli.pinned, notice: null }
    : { pinnedVersion: null, notice: cli.withdrawn }
}

const notBuiltReason = 'This version cannot run it yet.'

const notBuilt = {
  installed: false,
  installation: null,
  pinnedVersion: null,
  notice: null,
  authReady: null,
  catalogue: { models: [], fallbackReason: notBuiltReason },
  can: { resume: false, outputSchema: false },
  reason: notBuiltReason,
  reasonCode: 'not_built',
} as const

async function settingsOf({ agentHome }: OverviewDeps, engine: Engine): Promise<{ value: Settings; problem: string | null }> {
  try {
    return { value: await agentHome.operatorSettings(engine), problem: null }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const { reason } = error.details as { readonly reason?: string }
    return { value: {}, problem: reason ?? error.message }
  }
}

/** What both the installed version and our way to run it can. */
function abilities({ can }: Engine, installation: Installation | null): Overview['can'] {
  const { resume, outputSchema } = installation?.capabilities ?? can
  return { resume: can.resume && resume, outputSchema: can.outputSchema !== false && outputSchema !== false }
}

interface Facts {
  readonly enabled: boolean
  readonly program: Reason | null
  readonly authReady: boolean | null
  readonly badSettings: string | null
  readonly howToSignIn: string
}

function reasonOf({ sandbox, sandboxMode }: OverviewDeps, facts: Facts): Reason | null {
  if (!facts.enabled) return { reasonCode: 'not_enabled', reason: 'It is not enabled on this server; see SKILL_RUNNER_ENGINES.' }
  if (facts.program !== null) return facts.program
  if (!mayRunEngine({ mode: sandboxMode, status: sandbox.status }))
    return { reasonCode: 'sandbox_unavailable', reason: sandbox.reason ?? 'The sandbox is required and does not work.' }
  if (facts.badSettings !== null) return { reasonCode: 'settings_invalid', reason: facts.badSettings }
  return facts.authReady === false ? { reasonCode: 'signed_out', reason: `Nobody is signed in. ${facts.howToSignIn}` } : null
}

function programReason({ id, cli }: Engine, problem: string | null): Reason | null {
  if (problem === null) return null
  const isMissing = typeof cli !== 'string' && problem === missingProblem(id, cli)
  if (!isMissing) return { reasonCode: 'program_unusable', reason: problem }
  return { reasonCode: cli.withdrawn === undefined ? 'not_installed' : 'withdrawn', reason: problem }
}
