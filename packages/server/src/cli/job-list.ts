import type { Job } from '@agent-skill-runner/sdk/source'
import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { helpOf } from './exit-codes.ts'
import { firstOf } from './first-of.ts'
import { oneOfWords } from './given-values.ts'
import { numberOf } from './leaving.ts'
import { plain } from './plain.ts'
import { tableOf } from './table.ts'
import { parseWords, say, UsageError } from './words.ts'

const states = ['queued', 'running', 'waiting_user', 'succeeded', 'failed', 'canceled'] as const

const help = `skill-runner jobs [flags]

Lists the jobs of a server, the newest first.

  --status STATUS      only those that are ${states.join(', ')}
  --skill SKILL        only those of this skill
  --engine ENGINE      only those of this engine
  --search TEXT        only those with this text in their job id, run id or skill
  --limit N            at most so many (default: 20)
  --json               a JSON list on stdout
${serverHelp}
${helpOf('succeeded', 'usage', 'unreachable', 'refused')}`

const flags = {
  ...serverFlags,
  status: { type: 'string' },
  skill: { type: 'string' },
  engine: { type: 'string' },
  search: { type: 'string' },
  limit: { type: 'string' },
} as const

export const jobList: ClientCommand = {
  help,
  async run(args) {
    const { values, positionals } = parseWords(args, flags)
    if (positionals.length > 0) throw new UsageError(`Unexpected argument "${positionals[0]}": --search finds jobs`)
    const status = oneOfWords('--status', states, values.status)
    const limit = numberOf('--limit', values.limit) ?? 20
    const { jobs } = await connect(values)
    const query = { status, skill_id: values.skill, engine: values.engine, q: values.search, limit }
    const found = await firstOf(jobs.list(given(query)), limit)
    if (values.json) return say(`${JSON.stringify(found, null, 2)}\n`)
    return say(tableOf([['JOB', 'STATUS', 'SKILL', 'ENGINE', 'CREATED', 'TOOK'], ...found.map(rowOf)]))
  },
}

/** Without what was not asked for. */
const given = <T extends object>(query: T) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

const rowOf = ({ request_id, status, awaiting_upload, skill_id, engine, created_at, started_at, finished_at }: Job) => [
  request_id,
  awaiting_upload && status === 'queued' ? 'awaiting upload' : status,
  plain(skill_id),
  plain(engine),
  created_at,
  started_at && finished_at ? `${((Date.parse(finished_at) - Date.parse(started_at)) / 1000).toFixed(1)} s` : '–',
]
