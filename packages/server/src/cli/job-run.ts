import { randomUUID } from 'node:crypto'
import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { prepareFolder } from './downloads.ts'
import { exits, helpOf } from './exit-codes.ts'
import { documentOf } from './job-document.ts'
import { leftEarly, leftUnheard } from './job-left.ts'
import { readGiven, requestFlags } from './job-request.ts'
import { seeFlags, seeThrough } from './job-see.ts'
import { leaveBy, numberOf, unlessLeft } from './leaving.ts'
import { openProgress } from './progress.ts'
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
  --engines A,B        instead of --engine: the next one is tried where one cannot reach its provider
  --max-cost USD       what the run may cost, as 0.50; --max-tokens N the tokens that it may use. More ends it
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
  ...seeFlags,
  'cancel-on-interrupt': { type: 'boolean' },
} as const

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
