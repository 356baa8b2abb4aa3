import { login } from '../installed/login.ts'
import { installCommand } from '../installed/managed.ts'
import type { EngineCommand } from './engine.ts'
import { refuse, requireAccount, sayingFaults, tellAdopted, tellerOf, tellReadiness } from './engine-account.ts'
import { openSession, type Session } from './tools.ts'
import { UsageError } from './words.ts'

const help = `skill-runner engine login <engine> [-- arguments for its own login]

Runs the CLI's own login in this terminal, with a temporary home, and copies the resulting sign-in to the server.
Your own sign-ins and settings are neither read nor changed. Terminal input or stdin goes to the CLI:

  skill-runner engine login codex                                          signs in with a browser on this machine
  skill-runner engine login codex -- --device-auth                         signs in with a browser anywhere
  printenv OPENAI_API_KEY | skill-runner engine login codex -- --with-api-key
  skill-runner engine login gemini                                         choose "Sign in with Google", and /quit when done

An agent can read the sign-in of its own run. Exit codes: 0 signed in, 1 not signed in, 2 invalid arguments.
`

export const engineLogin: EngineCommand = {
  help,
  async run(args) {
    const { name, more } = askedFor(args)
    await using session = await openSession()
    if (session === null) return 1
    return await sayingFaults(false, () => signIn(session, name, more))
  },
}

function askedFor([name, ...rest]: readonly string[]) {
  if (name === undefined || name.startsWith('-')) throw new UsageError('Name the engine to sign in to')
  return { name, more: rest[0] === '--' ? rest.slice(1) : rest }
}

async function signIn(session: Session, name: string, more: readonly string[]): Promise<number> {
  const it = requireAccount(session, name)
  const { installations, config } = session
  await installations.refresh()
  const program = installations.current(name)
  if (program === null) return refuse([installations.problem(name) ?? `It is not installed. Install it: ${installCommand(name)}`])
  const { code, reason, adopted } = await login({ ...session, passEnv: config.passEnv, env: process.env }, it, program, more)
  if (code !== 0) return refuse([`The login of ${name} failed (${reason ?? `exit ${code}`}). Nothing was changed.`])
  const tell = tellerOf(false)
  if (!tellAdopted(adopted, tell)) return refuse([`${name} left no sign-in: ${adopted[0]?.reason}. Nothing was changed.`])
  return (await tellReadiness(session, it, tell)) === false ? 1 : 0
}
