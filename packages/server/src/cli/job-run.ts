import type { Job, JobAccepted, PendingInteraction, SkillRunner } from '@agent-skill-runner/sdk'
import { askPerson, hasPerson } from './ask.ts'
import { type ClientCommand, problemText } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { download } from './downloads.ts'
import { exits, helpOf } from './exit-codes.ts'
import { exitOf, follow } from './follow.ts'
import { requestFlags, requestOf } from './job-request.ts'
import { type Leave, leaveBy, numberOf } from './leaving.ts'
import { openProgress, type Progress } from './progress.ts'
import { questionText } from './question.ts'
import { parseWords, say, UsageError } from './words.ts'

const help = `skill-runner run <skill> [flags]

Runs a skill on a server, shows on stderr how it goes, and prints its result on stdout.

  --input name=value   one input, --param one parameter; again for each. By the schema of the skill: text where it takes text,
                       else JSON where the value can be read as JSON, else text
  --input-json JSON    all of them at once, --param-json too; @file reads a file, - what is piped in. Single ones go over it
  --file name=path     the file of an input
  --archive path       all files in one zip
  --engine, --model    who runs it
  --interactive        it may ask something: here, at a terminal; elsewhere the command ends with ${exits.asks.code}
  --no-cache           never the result of an old run
  --timeout SECONDS    the run is ended after so long
  --wait SECONDS       this command ends after so long, and the run goes on
  --out FOLDER         download what it leaves
  --detach             print the id of the job, and leave
  --cancel-on-interrupt  Ctrl+C ends the run too
  --json               one JSON document on stdout: request_id, status, result, question, files; or error
  --quiet              no progress
${serverHelp}
${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused', 'canceled', 'asks', 'underWay', 'interrupted')}`

const flags = {
  ...requestFlags,
  ...serverFlags,
  wait: { type: 'string' },
  out: { type: 'string' },
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
    if (more !== undefined) throw new UsageError(`"${more}" is too much: inputs are given with --input`)
    const seconds = numberOf('--wait', values.wait) ?? null
    const runner = await connect(values)
    const request = await requestOf(runner, skill, values)
    using leave = leaveBy(seconds)
    const job = await runner.jobs.create(request, { signal: leave.signal }).catch((error: unknown) => {
      if (leave.reason() === null) throw error
      return null
    })
    if (job === null) return left('The job was not accepted yet; nothing of it may be left.', leave)
    if (values.detach) return say(values.json ? documentOf(job, {}) : `${job.request_id}\n`)
    using progress = openProgress(process.stderr, { quiet: values.quiet === true })
    progress.note(job.request_id)
    return await seeThrough({ runner, job, values, leave, progress })
  },
}

interface Seeing {
  readonly runner: SkillRunner
  readonly job: JobAccepted
  readonly values: Flags
  readonly leave: Leave
  readonly progress: Progress
}

async function seeThrough({ runner, job, values, leave, progress }: Seeing): Promise<number> {
  const { request_id: id } = job
  const { signal } = leave
  const answer = async (question: PendingInteraction) => {
    progress.clear()
    return values.interactive && hasPerson() ? askPerson(question, signal) : null
  }
  try {
    const question = await follow({ runner, id, signal, show: progress.show, answer })
    progress.clear()
    if (question) return unanswered(id, question, values)
    return await told(runner, await runner.jobs.wait(id, { signal }), values)
  } catch (error) {
    const reason = leave.reason()
    if (reason === null) throw error
    progress.clear()
    const isCanceled = reason === 'interrupted' && values['cancel-on-interrupt'] === true
    const { status } = isCanceled ? await runner.jobs.cancel(id) : await runner.jobs.get(id)
    if (values.json) say(documentOf({ request_id: id, status }, {}))
    return left(isCanceled ? `The run is ${status}.` : goesOn(id), leave)
  }
}

function left(text: string, leave: Leave): number {
  process.stderr.write(`${text}\n`)
  return leave.reason() === 'interrupted' ? exits.interrupted.code : exits.underWay.code
}

export const goesOn = (id: string): string =>
  `The run goes on. Watch it: ./skill-runner watch ${id}\nEnd it: ./skill-runner cancel ${id}`

function unanswered(id: string, question: PendingInteraction, { json }: Flags): number {
  if (json) say(documentOf({ request_id: id, status: 'waiting_user' }, { question }))
  process.stderr.write(`${questionText(question)}Reply: ./skill-runner reply ${id} …\n`)
  return exits.asks.code
}

/** Prints what a run that ended came to. */
async function told(runner: SkillRunner, job: Job, { json, out }: Flags): Promise<number> {
  const { request_id: id, status, result } = job
  const files = out === undefined ? [] : await download(runner, id, result?.artifacts ?? [], out)
  if (json) say(documentOf(job, { result, files }))
  else if (status === 'succeeded') say(`${JSON.stringify(result?.data, null, 2)}\n`)
  for (const file of files) process.stderr.write(`${file}\n`)
  const error = result?.error ?? job.error
  if (error) process.stderr.write(problemText({ ...error, details: error.details ?? null }))
  return exits[exitOf[status]].code
}

type Told = { readonly result?: Job['result']; readonly question?: PendingInteraction; readonly files?: readonly string[] }

const documentOf = ({ request_id, status }: Pick<Job, 'request_id' | 'status'>, { result, question, files = [] }: Told): string =>
  `${JSON.stringify({ request_id, status, result: result ?? null, question: question ?? null, files }, null, 2)}\n`
