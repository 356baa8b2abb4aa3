import { InvalidCallError, SkillRunnerError } from '@agent-skill-runner/sdk/source'
import { exits } from './exit-codes.ts'
import { plain } from './plain.ts'
import { refuseUsage, say, UsageError } from './words.ts'

/** A command that speaks to a running server. */
export interface ClientCommand {
  readonly help: string
  /** With --json it prints one document on each line, and not one over several. */
  readonly isJsonLines?: true
  run(args: readonly string[]): Promise<number>
}

/** Runs what these words name, and turns what it could not do into a message and an exit code; never a stack. */
export async function perform(words: string, command: ClientCommand, args: readonly string[]): Promise<number> {
  const flags = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  if (flags.includes('--help')) return say(command.help)
  try {
    return await command.run(args)
  } catch (error) {
    if (error instanceof UsageError || error instanceof InvalidCallError) return refuseUsage(error.message, words)
    if (!(error instanceof SkillRunnerError)) throw error
    return tellRefusal(error, flags.includes('--json') ? (command.isJsonLines ? 'line' : 'document') : 'text')
  }
}

function tellRefusal(error: SkillRunnerError, as: 'text' | 'line' | 'document'): number {
  const { code, message, details, requestId } = error
  const told = { error: { code, message, details, request_id: requestId } }
  if (as !== 'text') say(`${JSON.stringify(told, null, as === 'line' ? 0 : 2)}\n`)
  process.stderr.write(problemText(error))
  return code === 'UNREACHABLE' ? exits.unreachable.code : exits.refused.code
}

/** What is wrong, its code and facts, and what to do where the server cannot know that. */
export function problemText({ code, message, details }: Pick<SkillRunnerError, 'code' | 'message' | 'details'>): string {
  return `${plain(message)} (${plain(code)})\n${[...factsOf(details), ...adviceOn(code, details)].map((line) => `  ${line}\n`).join('')}`
}

/** Below a project the same codes are about its own skills and its step jobs, which the server says by naming them so. */
function adviceOn(code: string, details: SkillRunnerError['details']): readonly string[] {
  if (code === 'SKILL_NOT_FOUND' && 'project_id' in details) {
    return ['The skills of a project: ./skill-runner exec skills list --project <project>']
  }
  if (code === 'JOB_NOT_FOUND' && 'job_id' in details) {
    return ['The step jobs of a project: ./skill-runner exec job list --project <project>']
  }
  return advice[code] ?? []
}

const advice: Readonly<Record<string, readonly string[]>> = {
  INPUT_INVALID: ['What a skill takes: ./skill-runner skill show <skill>'],
  JOB_NOT_FOUND: ['The jobs that there are: ./skill-runner jobs'],
  UNREACHABLE: ['To use another address: --server URL, or SKILL_RUNNER_URL.'],
  UNAUTHORIZED: [
    'Set SKILL_RUNNER_TOKEN, or use --token-file. A token in skill-runner.toml is only sent to the server of that file.',
  ],
  SKILL_NOT_FOUND: [
    './skill-runner skill list',
    'To run a folder or zip of this machine, write it as a path: ./skill-runner run ./my-skill',
  ],
  SKILL_EXECUTION_MODE_UNSUPPORTED: ['A skill that only runs interactively: ./skill-runner run <skill> --interactive'],
  NOT_INTERACTIVE: ['With this command line: ./skill-runner run <skill> --interactive'],
}

/** Each fact on a line of its own; of a list of problems, each of them. What is not known is no fact. */
function factsOf(details: SkillRunnerError['details']): string[] {
  return Object.entries(details).flatMap(([name, value]) => {
    if (value === null) return []
    if (!Array.isArray(value)) return `${name}: ${factOf(value)}`
    if (value.some(isProblem)) return value.map((entry) => `- ${factOf(entry)}`)
    return `${name}: ${value.map(factOf).join(', ') || 'none'}`
  })
}

const isProblem = (value: unknown): boolean => typeof Object(value).message === 'string'

/** Problems have a place and a message, in words that differ; anything else is shown as it is. */
function factOf(value: unknown): string {
  if (typeof value === 'string') return plain(value)
  const { path, entry, message } = Object(value) as { path?: unknown; entry?: unknown; message?: unknown }
  if (typeof message !== 'string') return plain(JSON.stringify(value))
  const place = [path, entry].find((one) => typeof one === 'string' && one !== '')
  // Some messages begin with their place.
  return plain(place === undefined || message.startsWith(String(place)) ? message : `${place} ${message}`)
}
