import { randomUUID } from 'node:crypto'
import { type Job, type JobAccepted, type PendingInteraction, type SkillRunner, SkillRunnerError } from '@agent-skill-runner/sdk'
import { askPerson, hasPerson } from './ask.ts'
import { type ClientCommand, problemText } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { download, prepareFolder } from './downloads.ts'
import { exits, helpOf } from './exit-codes.ts'
import { exitOf, follow } from './follow.ts'
import { documentOf } from './job-document.ts'
import { leftEarly, leftRunning, leftUnheard } from './job-left.ts'
import { readGiven, requestFlags } from './job-request.ts'
import { type Leave, leaveBy, numberOf } from './leaving.ts'
import { oneLine } from './plain.ts'
import { openProgress, type Progress } from './progress.ts'
import { questionText } from './question.ts'
import { submissionFor, submit } from './submission.ts'
import { parseWords, say, UsageError } from './words.ts'

const help = `skill-runner run <skill> [flags]

Runs a skill on a server, shows its progress on stderr, and prints its result on stdout.
<skill> is the name of a skill there, or a folder or zip here (./my-skill), which is sent along and not installed.

  --input name=value   an input; --param name=value a parameter. Repeat for each. The schema of the skill decides:
                       text if it accepts text, else JSON if the value is valid JSON, else text
  --input-json JSON    all inputs at once, --param-json all parameters; @file reads a file, - reads stdin. Individual flags override it
  --file name=path     the file of an input
  --archive path       all files in one zip
  --engine, --model    the engine and model to use
  --interactive        allow questions; without a terminal the command ends with ${exits.asks.code} at the first one
  --no-cache           do not use the result of an earlier run
  --timeout SECONDS    time limit of the run
  --wait SECONDS       time limit of this command; the run continues
  --out FOLDER         download the artifacts; existing files are kept, unless you add --force
  --detach             print the id of the job and exit
  --cancel-on-interrupt  Ctrl+C also cancels the run
  --json               one JSON document on stdout: request_id, status, cache_hit, result, question, files; or error
  --quiet              no progress
${serverHelp}
${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused', 'canceled', 'asks', 'underWay', 'interrupted')}`

const flags = {
  ...requestFlags,
  ...serverFlags,
  wait: { type: 'string' },
  out: { type: 'string' },
  force: { type: 'boolean' },
  detach: { type: 'boolean' },
  'cancel-on-interrupt': { type: 'boolean' },
  quiet: { type: 'boolean' },
} as const

type Flags = ReturnType<typeof parseWords<typeof flags>>['values']

export const jobRun: ClientCommand = {
  help,
  async run(args) {
    const { values, positionals } = parseWords(args, flags)
    const [skill, more] = positionals
    if (skill === undefined) throw new UsageError('Name the skill to run')
    if (more !== undefined) throw new UsageError(`Unexpected argument "${more}": pass inputs with --input`)
    const seconds = numberOf('--wait', values.wait) ?? null
    const runner = await connect(values)
    const given = await readGiven(values)
    if (values.out !== undefined) await prepareFolder(values.out)
    using leave = leaveBy(seconds)
    const leaver = { runner, values, leave }
    const submission = await unlessLeft(leave, submissionFor(runner, skill, given, leave.signal))
    if (submission === null) return leftEarly(leaver)
    const idempotencyKey = `cli-${randomUUID()}`
    const job = await unlessLeft(leave, submit(runner, submission, { idempotencyKey, signal: leave.signal }))
    if (job === null) return await leftUnheard(leaver, submission, idempotencyKey)
    if (values.detach) return say(values.json ? documentOf(job, {}) : `${job.request_id}\n`)
    using progress = openProgress(process.stderr, { quiet: values.quiet === true })
    progress.note(job.request_id)
    if (job.cache_hit) progress.note('result of an earlier run (--no-cache runs it again)')
    return await seeThrough({ runner, job, values, leave, progress })
  },
}

/** Null: the command was interrupted before the server responded. */
async function unlessLeft<T>(leave: Leave, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (leave.reason() === null) throw error
    return null
  }
}

interface Seeing {
  readonly runner: SkillRunner
  readonly job: JobAccepted
  readonly values: Flags
  readonly leave: Leave
  readonly progress: Progress
}

async function seeThrough(seeing: Seeing): Promise<number> {
  const { runner, job, values, leave, progress } = seeing
  const { request_id: id } = job
  const { signal } = leave
  const answer = async (question: PendingInteraction) => {
    progress.clear()
    return values.interactive && hasPerson() ? askPerson(question, signal) : null
  }
  try {
    const question = await follow({ runner, id, signal, show: progress.show, answer })
    progress.clear()
    if (question) return unanswered(job, question, values)
    return await told(seeing, await runner.jobs.wait(id, { signal }))
  } catch (error) {
    progress.clear()
    if (leave.reason() === null) throw aboutJob(error, id)
    return await leftRunning(seeing, job)
  }
}

/** Whatever else is lost, the id is not. */
function aboutJob(error: unknown, id: string): unknown {
  if (!(error instanceof SkillRunnerError) || error.requestId !== null) return error
  return new SkillRunnerError({ ...error, message: error.message, cause: error, requestId: id })
}

function unanswered(job: JobAccepted, question: PendingInteraction, { json }: Flags): number {
  const { request_id: id } = job
  if (json) say(documentOf({ ...job, status: 'waiting_user' }, { question }))
  process.stderr.write(`${questionText(question)}Reply: ./skill-runner reply ${id} …\n`)
  return exits.asks.code
}

/** Prints what a run that ended came to, whatever becomes of the files that it left. */
async function told({ runner, values: { json, out, force }, leave }: Seeing, job: Job): Promise<number> {
  const { request_id: id, status, result } = job
  if (!json && status === 'succeeded') say(`${JSON.stringify(result?.data, null, 2)}\n`)
  const { files, problems } =
    out === undefined
      ? { files: [], problems: [] }
      : await download(runner, id, result?.artifacts ?? [], { folder: out, force: force === true, signal: leave.signal })
  if (json) say(documentOf(job, { result, files }))
  for (const line of [...files.map((file) => oneLine(file, 1000)), ...problems]) process.stderr.write(`${line}\n`)
  const error = result?.error ?? job.error
  if (error) process.stderr.write(problemText(error))
  if (problems.length > 0 && leave.reason() === 'interrupted') return exits.interrupted.code
  return problems.length > 0 && status === 'succeeded' ? exits.failed.code : exits[exitOf[status]].code
}
