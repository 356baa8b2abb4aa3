import type { EngineView } from '@agent-skill-runner/contract/engine.ts'
import type { Readiness } from '@agent-skill-runner/contract/health.ts'
import { SkillRunnerError } from '@agent-skill-runner/sdk/source'
import type { Config } from '../config.ts'
import { messageOf } from '../lib/thrown.ts'
import { connect } from './connect.ts'
import { urlOfServer } from './destination.ts'
import { type Check, fine } from './doctor-check.ts'
import { type EngineFacts, engineCheck } from './doctor-engines.ts'
import { fixForSandbox } from './doctor-sandbox.ts'

/** A server of ours that runs where the settings say. What it says of itself counts, not how things look from this shell. */
export interface RunningServer {
  readonly url: string
  readonly readiness: Readiness
}

const patienceMs = 3000

export async function findServer({ host, port }: Config): Promise<RunningServer | null> {
  const url = urlOfServer(host, port)
  try {
    const answer: unknown = await (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(patienceMs) })).json()
    return isReadiness(answer) ? { url, readiness: answer } : null
  } catch {
    return null
  }
}

const isReadiness = (answer: unknown): answer is Readiness =>
  typeof answer === 'object' && answer !== null && ['ready', 'checks', 'sandbox_status'].every((name) => name in answer)

export async function serverChecks(server: RunningServer, { programs }: Config): Promise<Check[]> {
  const { checks, version } = server.readiness
  return [
    fine('server', `Version ${version} runs at ${server.url}. The following is what it says.`),
    ...Object.entries(checks).map(([name, { ok, message }]) => ({
      name,
      ok,
      message,
      fix: fixOf(name, ok, message),
      needed: true,
    })),
    ...(await engineChecks(server, programs)),
  ]
}

const fixOf = (name: string, ok: boolean, message: string) => (name === 'sandbox' && !ok ? fixForSandbox(message) : null)

async function engineChecks({ url }: RunningServer, programs: Config['programs']): Promise<Check[]> {
  try {
    const engines = await (await connect({ server: url })).engines.list()
    return engines.filter(({ enabled }) => enabled).map((one) => engineCheck(factsOf(one), programs))
  } catch (error) {
    const isLockedOut = error instanceof SkillRunnerError && error.status === 401
    const message = isLockedOut
      ? 'The server did not list its engines: it needs a token that this shell does not have.'
      : `The server did not list its engines: ${messageOf(error)}`
    return [{ name: 'engines', ok: false, message, fix: isLockedOut ? 'export SKILL_RUNNER_TOKEN=…' : null, needed: false }]
  }
}

const factsOf = ({ engine, cli_version, auth_ready, notice, reason }: EngineView): EngineFacts => ({
  engine,
  version: cli_version,
  authReady: auth_ready,
  notice,
  reason,
})
