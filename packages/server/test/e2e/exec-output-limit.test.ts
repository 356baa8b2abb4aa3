import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { ended, run, start, tool } from '../support/exec.ts'
import { jobEnded, startJob } from '../support/exec-jobs.ts'

const limit = 100_000
const env = { SKILL_RUNNER_MAX_OUTPUT_BYTES: String(limit) }

/** Prints more than it may, ignores that it is asked to end, and then prints on for as long as it lives. */
const stubborn = `trap 'printf "%0${3 * limit}d" 0' TERM
  head -c ${limit + 1} /dev/zero; while :; do echo more; sleep 0.05; done`

verifies('exec.limits', 'a task that prints too much is ended at once, whether or not it ignores the signal to end', async () => {
  await using app = await startApp({ skills: [tool], env })
  const id = await start(app, stubborn)
  const { status, exit_code, error } = await ended(app, id)
  assert.deepEqual([status, exit_code, error?.code, error?.details], ['failed', 137, 'OUTPUT_LIMIT', {}])
  const { size } = statSync(join(app.data, 'exec/tasks', id, 'stdout.log'))
  assert.ok(size > limit && size < 2 * limit, `${size} bytes are there`)
})

verifies('exec.limits', 'a step and a command that print too much fail with the same code', async () => {
  await using app = await startApp({ skills: [tool], env })
  const { status, error, steps } = await jobEnded(app, await startJob(app, [stubborn, 'true']))
  assert.deepEqual(
    [status, error?.code, steps.map((step) => step.error?.code ?? step.status)],
    ['failed', 'STEP_FAILED', ['OUTPUT_LIMIT', 'skipped']],
  )
  const ran = await run(app, stubborn)
  assert.deepEqual([ran.status, ran.error?.code], ['failed', 'OUTPUT_LIMIT'])
  assert.ok(ran.stdout.bytes < 2 * limit, `${ran.stdout.bytes} bytes are there`)
})
