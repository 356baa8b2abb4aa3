import { randomUUID } from 'node:crypto'
import type { JobRerun } from '@agent-skill-runner/sdk/source'
import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { prepareFolder } from './downloads.ts'
import { exits, helpOf } from './exit-codes.ts'
import { objectOf } from './given-values.ts'
import { documentOf } from './job-document.ts'
import { leftEarly } from './job-left.ts'
import { budgetsIn, enginesIn } from './job-request.ts'
import { seeFlags, seeThrough } from './job-see.ts'
import { leaveBy, numberOf, unlessLeft } from './leaving.ts'
import { oneWord } from './one-word.ts'
import { openProgress } from './progress.ts'
import { parseWords, say } from './words.ts'

const help = `skill-runner rerun <job> [flags]

Runs a job again, with the same input, parameters and files, and prints the result of the new run as run does.

  --input-json JSON    another input, in place of all of the old; --param-json other parameters. @file reads a file, - reads stdin
  --engine, --model    another engine or model
  --engines A,B        other engines: the next one is tried where one cannot reach its provider
  --max-cost USD       what the run may cost, as 0.50; --max-tokens N the tokens that it may use. More ends it
  --timeout SECONDS    time limit of the run
  --interactive        answer the questions of an interactive job here; without a terminal the command ends with ${exits.asks.code} at the first one
  --wait SECONDS       time limit of this command; the run continues
  --out FOLDER         download the artifacts; existing files are kept, unless you add --force
  --detach             print the id of the new job and exit
  --json               one JSON document on stdout: request_id, status, cache_hit, result, question, files; or error
  --quiet              no progress
${serverHelp}
${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused', 'canceled', 'asks', 'underWay', 'interrupted')}`

const flags = {
  ...serverFlags,
  ...seeFlags,
  'input-json': { type: 'string' },
  'param-json': { type: 'string' },
  engine: { type: 'string' },
  engines: { type: 'string' },
  'max-cost': { type: 'string' },
  'max-tokens': { type: 'string' },
  model: { type: 'string' },
  timeout: { type: 'string' },
  interactive: { type: 'boolean' },
} as const

type Flags = ReturnType<typeof parseWords<typeof flags>>['values']

export const jobRerun: ClientCommand = {
  help,
  async run(args) {
    const { values, positionals } = parseWords(args, flags)
    const id = oneWord(positionals, 'the job to run again')
    const seconds = numberOf('--wait', values.wait) ?? null
    const changes = await changesOf(values)
    const runner = await connect(values)
    if (values.out !== undefined) await prepareFolder(values.out)
    using leave = leaveBy(seconds)
    const options = { idempotencyKey: `cli-${randomUUID()}`, signal: leave.signal }
    const job = await unlessLeft(leave, runner.jobs.rerun(id, changes, options))
    if (job === null) return leftEarly({ runner, values, leave }, 'The server had not responded yet: it may run the job again.')
    if (values.detach) return say(values.json ? documentOf(job, {}) : `${job.request_id}\n`)
    using progress = openProgress(process.stderr, { quiet: values.quiet === true })
    progress.note(job.request_id)
    return await seeThrough({ runner, job, values, leave, progress })
  },
}

/** What differs this time; what is not named stays as it was. */
async function changesOf(values: Flags): Promise<JobRerun> {
  const { model } = values
  const timeout = numberOf('--timeout', values.timeout)
  const options = { ...(timeout === undefined ? {} : { timeout_sec: timeout }), ...budgetsIn(values) }
  const [input, parameter] = [values['input-json'], values['param-json']]
  return {
    ...enginesIn(values),
    ...(model === undefined ? {} : { model }),
    ...(input === undefined ? {} : { input: await objectOf('--input-json', input) }),
    ...(parameter === undefined ? {} : { parameter: await objectOf('--param-json', parameter) }),
    ...(Object.keys(options).length === 0 ? {} : { runtime_options: options }),
  }
}
