import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Recording, SkillRunner, SkillRunnerError } from '@agent-skill-runner/sdk'

const help = `Plays recordings of skills that a server has, and compares what comes of them with what they have.

  node examples/flows/play-recordings.ts FILE …

FILE is assets/replay/NAME.recording.json of such a skill. The server is SKILL_RUNNER_URL (http://127.0.0.1:8000 if not set), the token
SKILL_RUNNER_TOKEN.
`

/** Exits with 1 if something differs or failed, with 2 if the call is wrong. */
async function main(files: readonly string[]): Promise<number> {
  if (files.length === 0 || !files.every((file) => file.endsWith('.recording.json'))) {
    process.stderr.write(help)
    return 2
  }
  const { SKILL_RUNNER_URL: url = 'http://127.0.0.1:8000', SKILL_RUNNER_TOKEN: token } = process.env
  const { jobs } = new SkillRunner({ url, ...(token ? { token } : {}) })
  let code = 0
  for (const file of files) {
    const recording: Recording = JSON.parse(readFileSync(file, 'utf8'))
    const id = await play(jobs, recording, basename(file, '.recording.json'))
    const isSame = isDeepStrictEqual(lasting(await jobs.recording(id)), lasting(recording))
    if (!isSame) code = 1
    process.stdout.write(isSame ? `same     ${file}\n` : `differs  ${file}: ./skill-runner record ${id} --check ${file}\n`)
  }
  return code
}

type Jobs = SkillRunner['jobs']

/** Asks for what the recorded run was asked for, and gives the replies that it was given. */
async function play(jobs: Jobs, { recorded, job }: Recording, model: string): Promise<string> {
  const { input, parameter, execution_mode, replies } = job
  const { request_id: id } = await jobs.create({
    skill_id: recorded.skill_id,
    engine: 'replay',
    model,
    input,
    parameter,
    runtime_options: { execution_mode, no_cache: true },
  })
  let now = await jobs.wait(id)
  for (const { response } of replies) {
    if (now.pending_interaction_id === null) break
    await jobs.reply(id, { interactionId: now.pending_interaction_id, response })
    now = await jobs.wait(id)
  }
  return id
}

/** What has to be the same each time. Which run it was, and what had to be masked in it, need not be. */
const lasting = ({ job, turns, result }: Recording): unknown => ({ job, turns, result })

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof SkillRunnerError)) throw error
  process.stderr.write(`${error.code}: ${error.message}\n${JSON.stringify(error.details)}\n`)
  process.exitCode = 1
}
