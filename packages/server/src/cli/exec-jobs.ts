import type { AnswerOf, ProjectExec, ProjectJobs } from '@agent-skill-runner/sdk/source'
import { type ClientCommand, problemText } from './client-command.ts'
import { keyHelp, projectFlags, projectHelp, projectOf } from './exec-flags.ts'
import { print } from './exec-output.ts'
import { exits, helpOf } from './exit-codes.ts'
import { leaveBy } from './leaving.ts'
import { oneWord } from './one-word.ts'
import { oneLine, plain } from './plain.ts'
import { tableOf } from './table.ts'
import { parseWords, say, UsageError } from './words.ts'

type StepJob = AnswerOf<'getExecJob'>

const usual = helpOf('succeeded', 'usage', 'unreachable', 'refused')
const endings = helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused', 'canceled', 'interrupted')

const runFlags = {
  ...projectFlags,
  step: { type: 'string', multiple: true },
  session: { type: 'string' },
  follow: { type: 'boolean' },
  allow: { type: 'string', multiple: true },
  'idempotency-key': { type: 'string' },
} as const

export const jobRun: ClientCommand = {
  help: `skill-runner exec job run <skill> --step COMMAND [--step COMMAND …]

Starts a step job and prints its id: lines of shell that run one after the other, until one fails.

  --step COMMAND       a line of shell; repeat it for more
  --session SESSION    the session that keeps what commands leave (default: default)
  --allow HOST         a host that the steps have to reach; repeat it for more. The server has to allow it
${keyHelp}
  --follow             print what its steps print until it ends, as exec job watch does; the id goes to stderr
  --json               one JSON document on stdout; with --follow each event as one line
${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, runFlags)
    const skill = oneWord(positionals, 'the skill')
    if (!values.step) throw new UsageError('Name at least one step: --step COMMAND')
    const { exec } = await projectOf(values)
    const session = values.session === undefined ? {} : { session_id: values.session }
    const network = values.allow === undefined ? {} : { network: { allow: values.allow } }
    const steps = values.step.map((command) => ({ command }))
    const job = await exec.startJob(
      { skill_name: skill, steps, ...session, ...network },
      { idempotencyKey: values['idempotency-key'] },
    )
    if (!values.follow) return say(values.json ? `${JSON.stringify(job, null, 2)}\n` : `${job.job_id}\n`)
    process.stderr.write(`${job.job_id}\n`)
    return await seeJob(exec, job.job_id, values.json)
  },
}

export const jobWatch: ClientCommand = {
  help: `skill-runner exec job watch <job> [--json]

Prints what the steps of a job print, from its beginning to its end. It goes on when the server restarts.

  --json               print each event as JSON, one per line
${projectHelp}
${endings}`,
  isJsonLines: true,
  async run(args) {
    const { values, positionals } = parseWords(args, projectFlags)
    const id = oneWord(positionals, 'the job to watch')
    const { exec } = await projectOf(values)
    return await seeJob(exec, id, values.json)
  },
}

/** Prints a job to its end, and answers the exit code. */
async function seeJob(exec: ProjectExec & ProjectJobs, id: string, asJson = false): Promise<number> {
  using leave = leaveBy(null)
  try {
    for await (const event of exec.followJob(id, { signal: leave.signal })) {
      if (asJson) say(`${JSON.stringify(event)}\n`)
      else if (event.stream) print(event.text ?? '', process[event.stream])
    }
  } catch (error) {
    if (leave.reason() === null) throw error
    process.stderr.write(`The job continues. Cancel it: ./skill-runner exec job cancel ${id}\n`)
    return exits.interrupted.code
  }
  const { status, error } = await exec.job(id, { tail_bytes: 0 })
  if (error) process.stderr.write(problemText(error))
  return exits[status === 'succeeded' ? 'succeeded' : status === 'canceled' ? 'canceled' : 'failed'].code
}

export const jobStatus: ClientCommand = {
  help: `skill-runner exec job status <job> [--json]

Shows a step job: its state, and the state and exit code of each step.

${projectHelp}
${usual}`,
  async run(args) {
    const { values, positionals } = parseWords(args, projectFlags)
    const id = oneWord(positionals, 'the job')
    const { exec } = await projectOf(values)
    const job = await exec.job(id)
    return say(values.json ? `${JSON.stringify(job, null, 2)}\n` : textOf(job))
  },
}

function textOf({ job_id, status, skill_name, session_id, steps, error }: StepJob): string {
  const rows = steps.map(({ index, name, status, exit_code, task_id, command }) => [
    String(index + 1),
    status,
    exit_code === null ? '–' : String(exit_code),
    task_id ?? '–',
    oneLine(name === null ? command : `${name}: ${command}`, 80),
  ])
  const head = plain(`${job_id} ${status}: ${skill_name}, session ${session_id}\n`)
  return `${head}\n${tableOf([['STEP', 'STATUS', 'EXIT', 'TASK', 'COMMAND'], ...rows])}${error ? problemText(error) : ''}`
}

export const jobCancel: ClientCommand = {
  help: `skill-runner exec job cancel <job> [--json]

Cancels a step job, and returns when the step that ran has ended.

${projectHelp}
${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused')}`,
  async run(args) {
    const { values, positionals } = parseWords(args, projectFlags)
    const id = oneWord(positionals, 'the job to cancel')
    const { exec } = await projectOf(values)
    const { accepted } = await exec.cancelJob(id)
    for await (const _ of exec.followJob(id));
    const job = await exec.job(id, { tail_bytes: 0 })
    const isCanceled = accepted && job.status === 'canceled'
    const told = isCanceled ? `${id} is canceled.` : `${id} had ended before: ${job.status}.`
    say(values.json ? `${JSON.stringify(job, null, 2)}\n` : `${told}\n`)
    return isCanceled ? exits.succeeded.code : exits.failed.code
  },
}
