import type { Command } from '../domain/launch.ts'
import type { Account } from '../engines/account.ts'
import type { Engine } from '../engines/engine.ts'
import { Fault } from '../lib/fault.ts'
import { runAtTerminal } from '../process/terminal.ts'
import type { Adopted, AgentHome } from './agent-home.ts'
import { type Asked, type Asker, type AskPlaces, ask } from './ask.ts'
import type { Installation } from './installations.ts'

interface LoginDeps {
  readonly asker: Asker
  readonly agentHome: AgentHome
  /** Names of variables that engines may see. */
  readonly passEnv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

/** An engine that somebody can sign in to. */
export interface EngineWithAccount {
  readonly engine: Engine
  readonly account: Account
}

interface LoggedIn {
  /** Of the CLI; null: it was not started, or was ended. */
  readonly code: number | null
  readonly reason: string | null
  /** Its sign-in files, where it ended well. */
  readonly adopted: readonly Adopted[]
}

/**
 * The CLI's own login for a person at a terminal: a child like any other, which sees the sign-in it has and nothing else of the
 * managed home. What it leaves is taken only when it says that it went well.
 */
export async function login(
  deps: LoginDeps,
  it: EngineWithAccount,
  program: Installation,
  more: readonly string[],
): Promise<LoggedIn> {
  const { asker, agentHome } = deps
  const { engine } = it
  let adopted: readonly Adopted[] = []
  const { code, stderr } = await ask(asker, program, (scene) => loginOf(deps, it, scene, more), {
    timeoutMs: 0,
    network: 'host',
    fill: (home) => give(agentHome, engine, home),
    run: atTerminal,
    keep: async (home, answer) => {
      if (answer.code === 0) adopted = await agentHome.adopt(engine, home)
    },
  })
  return { code, reason: stderr || null, adopted }
}

function loginOf(
  { passEnv, env }: LoginDeps,
  { account }: EngineWithAccount,
  { program, places }: AskPlaces,
  more: readonly string[],
): Asked {
  const words = account.login(more)
  // Not what it could sign in with instead: that would be no login.
  const keys = account.env({})
  const names = [...ofTerminals, ...passEnv].filter((name) => !keys.includes(name))
  const seen = names.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []))
  const argv = program.runBy === 'node' ? ([places.node, program.path, ...words] as const) : ([program.path, ...words] as const)
  return { argv, env: Object.fromEntries(seen), stdin: null, files: [], shown: [] }
}

const ofTerminals = ['TERM', 'COLORTERM', 'NO_COLOR', 'COLUMNS', 'LINES']

/** One that cannot be read is about to be replaced. */
async function give(agentHome: AgentHome, engine: Engine, home: string): Promise<void> {
  await agentHome.give(engine, home).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error
  })
}

async function atTerminal(command: Command) {
  const ended = await runAtTerminal(command)
  if ('failed' in ended) return { code: null, stdout: '', stderr: ended.failed }
  return { code: ended.code, stdout: '', stderr: ended.signal === null ? '' : `it was ended by ${ended.signal}` }
}
