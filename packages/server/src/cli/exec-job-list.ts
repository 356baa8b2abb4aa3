import type { ClientCommand } from './client-command.ts'
import { projectFlags, projectHelp, projectOf } from './exec-flags.ts'
import { helpOf } from './exit-codes.ts'
import { firstOf } from './first-of.ts'
import { oneOfWords } from './given-values.ts'
import { numberOf } from './leaving.ts'
import { plain } from './plain.ts'
import { tableOf } from './table.ts'
import { parseWords, say, UsageError } from './words.ts'

const states = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const

export const jobList: ClientCommand = {
  help: `skill-runner exec job list [flags]

Lists the step jobs of a project, the newest first.

  --status STATUS      only those that are ${states.join(', ')}
  --session SESSION    only those of this session
  --limit N            at most so many (default: 20)
  --json               a JSON list on stdout
${projectHelp}
${helpOf('succeeded', 'usage', 'unreachable', 'refused')}`,
  async run(args) {
    const flags = { ...projectFlags, status: { type: 'string' }, session: { type: 'string' }, limit: { type: 'string' } } as const
    const { values, positionals } = parseWords(args, flags)
    if (positionals.length > 0) throw new UsageError(`Unexpected argument "${positionals[0]}": exec job status shows one job`)
    const status = oneOfWords('--status', states, values.status)
    const limit = numberOf('--limit', values.limit) ?? 20
    const session = values.session === undefined ? {} : { session_id: values.session }
    const { exec } = await projectOf(values)
    const query = { limit, ...session, ...(status === undefined ? {} : { status }) }
    const jobs = await firstOf(exec.eachJob(query), limit)
    if (values.json) return say(`${JSON.stringify(jobs, null, 2)}\n`)
    const rows = jobs.map(({ job_id, status, step_count, session_id, skill_name, created_at, finished_at }) => [
      ...[job_id, status, String(step_count), plain(session_id), plain(skill_name), created_at, finished_at ?? '–'],
    ])
    return say(tableOf([['JOB', 'STATUS', 'STEPS', 'SESSION', 'SKILL', 'CREATED', 'FINISHED'], ...rows]))
  },
}
