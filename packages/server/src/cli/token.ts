import { loadConfig } from '../config.ts'
import { codeOf, messageOf } from '../lib/thrown.ts'
import { exits } from './exit-codes.ts'
import { type TokenCommand, TokenProblem } from './token-command.ts'
import { tokenCreate } from './token-create.ts'
import { tokenList } from './token-list.ts'
import { tokenRevoke } from './token-revoke.ts'
import { refuseNothing, refuseUsage, say, UsageError } from './words.ts'

const commands: Readonly<Record<string, TokenCommand>> = { create: tokenCreate, list: tokenList, revoke: tokenRevoke }

const help = `Tokens of the server of this machine. A running server notices every change at once.

  token create <name>      create a token, and print it once
  token list               list tokens, and when each was last used
  token revoke <name>      end a token for good
  token <command> --help   help for one command
`

/** `skill-runner token …` */
export async function token([name, ...rest]: readonly string[]): Promise<number> {
  if (name === '--help') return say(help)
  if (name === undefined) return refuseNothing('Name a token command.', help)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return refuseUsage(`Unknown command: token ${name}`, 'token')
  if (rest.includes('--help')) return say(command.help)
  // Without any token, an address other than loopback is an invalid setting; this is how that is fixed.
  const loaded = await loadConfig({ env: { ...process.env, SKILL_RUNNER_INSECURE_BIND: '1' }, cwd: process.cwd() })
  if (!loaded.ok) return refuse(['The configuration is invalid:', ...loaded.problems.map((problem) => `  - ${problem}`)])
  try {
    return await command.run(rest, loaded.config)
  } catch (error) {
    if (error instanceof UsageError) return refuseUsage(error.message, `token ${name}`)
    if (error instanceof TokenProblem) return refuse([error.message])
    const problem = error instanceof SyntaxError ? 'is damaged' : codeOf(error) && 'cannot be read or written'
    if (!problem) throw error
    return refuse([`The list of tokens in ${loaded.config.dataDir} ${problem}: ${messageOf(error)}`])
  }
}

function refuse(lines: readonly string[]): number {
  process.stderr.write(`${lines.join('\n')}\n`)
  return exits.failed.code
}
