import type { Adopted } from '../installed/agent-home.ts'
import type { EngineWithAccount } from '../installed/login.ts'
import { installCommand } from '../installed/managed.ts'
import { visibleEngines } from '../installed/overview.ts'
import { Fault } from '../lib/fault.ts'
import type { Session } from './tools.ts'
import { say, UsageError } from './words.ts'

export function requireAccount({ engines }: Session, name: string): EngineWithAccount {
  const engine = engines.built[name]
  if (engine?.account?.howToSignIn !== undefined) throw new UsageError(`${name} has no login. ${engine.account.howToSignIn}`)
  if (engine?.account) return { engine, account: engine.account }
  if (engine) throw new UsageError(`${name} needs no sign-in`)
  const hasLogin = (account: EngineWithAccount['account'] | null | undefined) => account && account.howToSignIn === undefined
  const all = visibleEngines(engines).filter((one) => hasLogin(engines.built[one]?.account))
  throw new UsageError(`There is no engine "${name}" with a login. Choose one of ${all.join(', ')}`)
}

/** What is said on the way: on stdout, unless a document is to stand there alone. */
export const tellerOf =
  (asJson: boolean) =>
  (text: string): void =>
    void (asJson ? process.stderr : process.stdout).write(text)

export type Tell = ReturnType<typeof tellerOf>

/** Asks the CLI whether it is signed in now, and says what to do next. Null: it is not installed. */
export async function tellReadiness(
  { auth, installations }: Session,
  { engine, account }: EngineWithAccount,
  tell: Tell,
): Promise<boolean | null> {
  const { id } = engine
  const isReady = await auth.refresh(engine)
  if (isReady) tell(`${id} is signed in. New runs use it; a running server needs no restart.\n`)
  else if (isReady === null)
    tell(`The sign-in can be checked once ${id} is installed. ${installations.problem(id) ?? installCommand(id)}\n`)
  else
    refuse([
      `${id} reports that it is not signed in.`,
      `Sign in again: ./skill-runner engine login ${id}`,
      `Or set one of ${account.env({}).filter(isKey).join(', ')} in the environment of the server.`,
    ])
  return isReady
}

const isKey = (name: string): boolean => name.endsWith('_KEY')

/** Says what was kept; false: nothing, since there was no sign-in. */
export function tellAdopted(adopted: readonly Adopted[], tell: Tell): boolean {
  for (const { name, outcome } of adopted) {
    if (outcome === 'copied') tell(`Copied to the agent home: ${name}\n`)
    if (outcome === 'unchanged') tell(`Unchanged in the agent home: ${name}\n`)
  }
  return adopted[0]?.outcome === 'copied' || adopted[0]?.outcome === 'unchanged'
}

/** With `asJson` also as a document; its code is null unless the caller gives one. */
export function refuse(lines: readonly string[], asJson = false, facts: object = {}): number {
  if (asJson) sayJson({ error: { code: null, message: lines.join('\n'), details: null, ...facts } })
  process.stderr.write(`${lines.join('\n')}\n`)
  return 1
}

export const sayJson = (value: unknown): number => say(`${JSON.stringify(value, null, 2)}\n`)

/** What cannot be done here is said without a stack. */
export async function sayingFaults(asJson: boolean, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const { code, message, details } = error
    const { reason } = (details ?? {}) as { readonly reason?: string }
    return refuse([message, ...(reason ? [reason] : [])], asJson, { code, message, details: details ?? null })
  }
}
