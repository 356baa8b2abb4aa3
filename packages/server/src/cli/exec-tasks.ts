import type { AnswerOf } from '@agent-skill-runner/sdk/source'
import { type ClientCommand, problemText } from './client-command.ts'
import { projectFlags, projectHelp, projectOf } from './exec-flags.ts'
import { exits, helpOf } from './exit-codes.ts'
import { firstOf } from './first-of.ts'
import { oneOfWords } from './given-values.ts'
import { numberOf } from './leaving.ts'
import { oneWord } from './one-word.ts'
import { oneLine, plain } from './plain.ts'
import { tableOf } from './table.ts'
import { parseWords, say, UsageError } from './words.ts'

type Task = AnswerOf<'listExecTasks'>['tasks'][number]

const states = ['queued', 'starting', 'running', 'succeeded', 'failed', 'canceled'] as const
const usual = helpOf('succeeded', 'usage', 'unreachable', 'refused')

export const execList: ClientCommand = {
  help: `skill-runner exec list [flags]

Lists the tasks of a project, the newest first.

  --status STATUS      only those that are ${states.join(', ')}
  --session SESSION    only those of this session
  --limit N            at most so many (default: 20)
  --json               a JSON list on stdout
${projectHelp}
${usual}`,
  async run(args) {
    const flags = { ...projectFlags, status: { type: 'string' }, session: { type: 'string' }, limit: { type: 'string' } } as const
    const { values, positionals } = parseWords(args, flags)
    if (positionals.length > 0) throw new UsageError(`Unexpected argument "${positionals[0]}": exec status shows one task`)
    const status = oneOfWords('--status', states, values.status)
    const limit = numberOf('--limit', values.limit) ?? 20
    const { exec } = await projectOf(values)
    const session = values.session === undefined ? {} : { session_id: values.session }
    const query = { limit, ...session, ...(status === undefined ? {} : { status }) }
    const tasks = await firstOf(exec.eachTask(query), limit)
    if (values.json) return say(`${JSON.stringify(tasks, null, 2)}\n`)
    return say(tableOf([['TASK', 'STATUS', 'EXIT', 'SESSION', 'SKILL', 'CREATED', 'TOOK', 'COMMAND'], ...tasks.map(rowOf)]))
  },
}

const rowOf = ({ task_id, status, exit_code, session_id, skill_name, created_at, command, ...times }: Task) => [
  task_id,
  status,
  exit_code === null ? '–' : String(exit_code),
  plain(session_id),
  plain(skill_name),
  created_at,
  tookOf(times),
  oneLine(command, 60),
]

const tookOf = ({ started_at, finished_at }: Pick<Task, 'started_at' | 'finished_at'>): string =>
  started_at && finished_at ? `${((Date.parse(finished_at) - Date.parse(started_at)) / 1000).toFixed(1)} s` : '–'

export const execStatus: ClientCommand = {
  help: `skill-runner exec status <task> [--json]

Shows one task: its state, exit code and error, and what it runs.

  --json               one JSON document on stdout, with the last part of its output
${projectHelp}
${usual}`,
  async run(args) {
    const { values, positionals } = parseWords(args, projectFlags)
    const id = oneWord(positionals, 'the task')
    const { exec } = await projectOf(values)
    const task = await exec.task(id)
    return say(values.json ? `${JSON.stringify(task, null, 2)}\n` : textOf(task))
  },
}

function textOf(task: AnswerOf<'getExecTask'>): string {
  const { status, exit_code, error, cancel_requested, created_at, started_at, finished_at, stdout, stderr } = task
  const rows = [
    ['Task', task.task_id],
    ['Status', cancel_requested && finished_at === null ? `${status}, to be canceled` : status],
    ['Exit code', exit_code === null ? '–' : String(exit_code)],
    ['Skill', `${task.skill_name} ${task.version_hash.slice(0, 12)}`],
    ['Session', task.session_id],
    ['Workdir', task.workdir],
    ['Command', oneLine(task.command, 1000)],
    ['Created', created_at],
    ['Started', started_at ?? '–'],
    ['Finished', finished_at ?? '–'],
    ['Took', tookOf(task)],
    ['Output', `${stdout.bytes} bytes of stdout, ${stderr.bytes} of stderr`],
  ]
  return tableOf(rows.map((row) => row.map(plain))) + (error ? problemText(error) : '')
}

export const execCancel: ClientCommand = {
  help: `skill-runner exec cancel <task> [--json]

Cancels a task, and returns when its processes have ended.

  --json               one JSON document on stdout
${projectHelp}
${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused')}`,
  async run(args) {
    const { values, positionals } = parseWords(args, projectFlags)
    const id = oneWord(positionals, 'the task to cancel')
    const { exec } = await projectOf(values)
    const { accepted } = await exec.cancel(id)
    const { cursor } = await exec.task(id, { tail_bytes: 0 })
    for await (const _ of exec.follow(id, { cursor }));
    const task = await exec.task(id, { tail_bytes: 0 })
    const isCanceled = accepted && task.status === 'canceled'
    const told = isCanceled ? `${id} is canceled.` : `${id} had ended before: ${task.status}.`
    say(values.json ? `${JSON.stringify(task, null, 2)}\n` : `${told}\n`)
    return isCanceled ? exits.succeeded.code : exits.failed.code
  },
}
