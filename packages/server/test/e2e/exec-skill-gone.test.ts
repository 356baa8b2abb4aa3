import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { ended, start, taskOf, tool } from '../support/exec.ts'
import { ask, plainSkill, skillsAt, uploadTo, zipped } from '../support/projects.ts'
import { until } from '../support/until.ts'

const under = '/v1/projects/p/exec'

/** What becomes of the skill of a task that waits, and what the task then ends with. */
const cases = [
  { what: 'disabled', method: 'PATCH', body: { enabled: false }, code: 'SKILL_DISABLED' },
  { what: 'deleted', method: 'DELETE', body: undefined, code: 'SKILL_NOT_FOUND' },
]

for (const { what, method, body, code } of cases)
  verifies('exec.tasks', `a task whose skill is ${what} while it waits says so`, async () => {
    await using app = await startApp({ skills: [tool], env: { SKILL_RUNNER_EXEC_MAX_RUNNING_TASKS: '1' } })
    for (const name of ['tool', 'goes']) await uploadTo(app, 'p', zipped(name, plainSkill(name, 'Does things.')))
    const first = await start(app, 'sleep 1000', {}, under)
    await until('it runs', async () => (await taskOf(app, first, under)).status === 'running')
    const waits = await start(app, 'echo ran', { skill_name: 'goes' }, under)
    const job = await app.post<{ job_id: string }>(`${under}/jobs`, {
      ...{ skill_name: 'goes', session_id: 'job', workdir: 'w' },
      steps: [{ command: 'while [ ! -e go ]; do sleep 0.02; done' }, { command: 'true' }],
    })
    const jobPath = `${under}/jobs/${job.body.job_id}`
    await until('its step runs', async () => {
      const { steps } = (await app.get<{ steps: { status: string }[] }>(jobPath)).body
      return steps[0]?.status === 'running'
    })
    assert.equal((await ask(app, method, `${skillsAt('p')}/goes`, body)).status, 200)
    await app.post(`${under}/commands`, {
      skill_name: 'tool',
      command: 'mkdir -p ../w && touch ../w/go',
      session_id: 'job',
      workdir: 'x',
    })
    await app.post(`${under}/tasks/${first}:cancel`)
    const { status, exit_code, error, stdout } = await ended(app, waits, under)
    assert.deepEqual([status, exit_code, error?.code, stdout.text], ['failed', null, code, ''])
    const failed = await until('the job has failed', async () => {
      const found = (await app.get<{ status: string; error: { details: { error: { code: string } } } }>(jobPath)).body
      return found.status === 'failed' && found
    })
    assert.equal(failed.error.details.error.code, code)
  })
