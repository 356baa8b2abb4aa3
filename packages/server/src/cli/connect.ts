import { SkillRunner } from '@agent-skill-runner/sdk/source'
import { parseExactly } from '../lib/exact-json.ts'
import { type Destination, destinationOf, type ServerFlags } from './destination.ts'
import { serverFolder } from './server-folder.ts'

/** What every command that speaks to a server takes. A token on the command line could be read by everyone on the machine. */
export const serverFlags = { server: { type: 'string' }, 'token-file': { type: 'string' }, json: { type: 'boolean' } } as const

export const serverHelp = `  --server URL         the server (default: SKILL_RUNNER_URL, else HOST and PORT of the settings)
  --token-file PATH    a file with the token (default: SKILL_RUNNER_TOKEN)
`

/** The server that a command is for. What is printed of its answers has the numbers that it sent. */
export async function connect(flags: ServerFlags): Promise<SkillRunner> {
  return new SkillRunner({ ...(await destinationFor(flags)), parse: parseExactly })
}

/** Where that is, for what speaks to it in another way. */
export const destinationFor = (flags: ServerFlags): Promise<Destination> =>
  destinationOf(flags, { env: process.env, cwd: process.cwd(), clone: serverFolder })
