import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { helpOf } from './exit-codes.ts'
import { durationOf, oneOfWords } from './given-values.ts'
import { noWords } from './one-word.ts'
import { parseWords, say, UsageError } from './words.ts'

const ends = ['succeeded', 'failed', 'canceled'] as const

const help = `skill-runner cleanup (--older-than TIME | --status STATUS | --skill SKILL | --all) [--json]

Deletes jobs that have ended, with their results, logs and files. Jobs that run, wait or are queued stay. Filters can be combined.

  --older-than TIME    only jobs that were created and ended longer ago: 45m, 12h, 7d, or a number of seconds
  --status STATUS      only those that ${ends.join(', ')}
  --skill SKILL        only those of this skill
  --all                every job that has ended
  --json               one JSON document on stdout
${serverHelp}
${helpOf('succeeded', 'usage', 'unreachable', 'refused')}`

const flags = {
  ...serverFlags,
  'older-than': { type: 'string' },
  status: { type: 'string' },
  skill: { type: 'string' },
  all: { type: 'boolean' },
} as const

export const jobCleanup: ClientCommand = {
  help,
  async run(args) {
    const { values, positionals } = parseWords(args, flags)
    noWords(positionals)
    const olderThan = durationOf('--older-than', values['older-than'])
    const status = oneOfWords('--status', ends, values.status)
    const filter = {
      ...(olderThan === undefined ? {} : { older_than_sec: olderThan }),
      ...(status === undefined ? {} : { status }),
      ...(values.skill === undefined ? {} : { skill_id: values.skill }),
    }
    const isFiltered = Object.keys(filter).length > 0
    // What is deleted cannot be brought back: a forgotten flag must not mean everything.
    if (!isFiltered && !values.all) throw new UsageError('Say which jobs to delete: --older-than, --status, --skill, or --all')
    if (isFiltered && values.all) throw new UsageError('Use either --all or filters')
    const view = await (await connect(values)).jobs.cleanup(filter)
    if (values.json) return say(`${JSON.stringify(view, null, 2)}\n`)
    return say(`Deleted ${counted(view.requests_deleted, 'job')} and ${counted(view.runs_deleted, 'run')}.\n`)
  },
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
