import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { type Client, ended, exec, start, taskOf, tool } from '../support/exec.ts'
import { jobEnded, jobOf, startJob } from '../support/exec-jobs.ts'
import { sdkOf } from '../support/sdk.ts'
import { until } from '../support/until.ts'

const canceled = { code: 'CANCELED_BY_USER', details: { reason: 'not needed' } }

/** The error of the last state that a watch tells. */
async function lastError(app: Client, path: string): Promise<unknown> {
  const { body } = await app.get<{ events: { type: string; error?: { code: string; details: object } }[] }>(
    `${path}/events/history`,
  )
  const { code, details } = body.events.at(-1)?.error ?? assert.fail('no error')
  return { code, details }
}

verifies(
  'exec.tasks',
  'why a task was canceled is told with its state, its error and its events; the first word counts',
  async () => {
    await using app = await startApp({ skills: [tool], env: { SKILL_RUNNER_EXEC_MAX_RUNNING_TASKS: '1' } })
    const runs = await start(app, 'sleep 1000')
    await until('it runs', async () => (await taskOf(app, runs)).status === 'running')
    const waits = await start(app, 'true', { session_id: 'b' })
    const project = sdkOf(app.url).project('default').exec
    for (const id of [waits, runs]) {
      await project.cancel(id, { reason: 'not needed' })
      await app.post(`${exec}/tasks/${id}:cancel`, { reason: 'too late' })
      await ended(app, id)
      const { status, cancel_reason, error } = await project.task(id)
      assert.deepEqual(
        [status, cancel_reason, { code: error?.code, details: error?.details }],
        ['canceled', 'not needed', canceled],
      )
      assert.deepEqual(await lastError(app, `${exec}/tasks/${id}`), canceled)
    }
    const silent = await start(app, 'sleep 1000')
    await app.post(`${exec}/tasks/${silent}:cancel`)
    await ended(app, silent)
    const { cancel_reason, error } = await project.task(silent)
    assert.deepEqual([cancel_reason, error?.details], [null, {}])
  },
)

verifies('exec.jobs', 'why a job was canceled is told with it and with its step', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await startJob(app, ['sleep 1000', 'true'])
  await until('its step runs', async () => (await jobOf(app, id)).steps[0]?.status === 'running')
  const project = sdkOf(app.url).project('default').exec
  await project.cancelJob(id, { reason: 'not needed' })
  await jobEnded(app, id)
  const { cancel_reason, error, steps } = await project.job(id)
  const told = [error, steps[0]?.error].map((one) => ({ code: one?.code, details: one?.details }))
  assert.deepEqual([cancel_reason, told], ['not needed', [canceled, canceled]])
  assert.deepEqual(await lastError(app, `${exec}/jobs/${id}`), canceled)
})

verifies('exec.services', 'why a service was canceled is told too', async () => {
  await using app = await startApp({ skills: [tool] })
  const { body } = await app.post<{ task_id: string }>(`${exec}/services`, { skill_name: 'tool', command: 'sleep 1000' })
  await app.post(`${exec}/services/${body.task_id}:cancel`, { reason: 'not needed' })
  const { error } = await ended(app, body.task_id)
  assert.deepEqual({ code: error?.code, details: error?.details }, canceled)
})
