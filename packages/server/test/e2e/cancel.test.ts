import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { isAlive } from '../support/children.ts'
import { until } from '../support/until.ts'

/** A shell that starts a child in another session, which starts one more; each says its name to a file and stays. */
const family = {
  id: 'family',
  sh: `
    cd "$SKILL_ARTIFACTS_DIR"
    setsid sh -c 'trap "" TERM; echo child > child; setsid sh -c "trap \\"\\" TERM; echo grandchild > grandchild; while :; do sleep 1; done" & while :; do sleep 1; done' &
    trap '' TERM
    echo ready
    while :; do sleep 1; done`,
}

/** Living processes that carry the mark of a run, zombies left out. */
function processesOf(runId: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`:${runId}:`) && isAlive(Number(pid))
      } catch {
        return false
      }
    })
}

type Cancel = { status: string; accepted: boolean; message: string; run_id: string; request_id: string }

for (const sandbox of ['auto', 'off']) {
  verifies(
    ['run.cancel-ends-the-tree', 'process.ends-the-tree'],
    `cancel ends every process of the run before the state says canceled (sandbox ${sandbox})`,
    async () => {
      await using app = await startApp({ skills: [family], env: { SKILL_RUNNER_SANDBOX: sandbox } })
      const id = await app.create('family')
      const { run_id } = await app.until(id, 'running')
      await until('the grandchild is there', () => existsSync(join(app.runFolder(run_id), 'artifacts/grandchild')))
      assert.ok(processesOf(run_id).length >= 3)
      const { status, body } = await app.post<Cancel>(`/v1/jobs/${id}/cancel`)
      assert.equal(status, 200)
      assert.deepEqual(body, {
        request_id: id,
        run_id,
        status: 'canceled',
        accepted: true,
        message: 'Canceled; its processes are gone.',
      })
      assert.deepEqual(processesOf(run_id), [])
      const job = await app.job(id)
      assert.deepEqual([job.status, job.error?.code], ['canceled', 'CANCELED_BY_USER'])
      const types = (await app.events(id)).map(({ type }) => type)
      assert.deepEqual(types.slice(-2), ['conversation.state.changed', 'conversation.canceled'])
      assert.equal((await app.get<{ stdout: string }>(`/v1/jobs/${id}/logs`)).body.stdout, 'ready\n')
    },
  )
}

verifies(
  'run.cancel-in-every-state',
  'a queued job is canceled at once, a finished one answers accepted:false, and nobody else is touched',
  async () => {
    await using app = await startApp({ skills: [family, { id: 'quick' }], env: { SKILL_RUNNER_MAX_RUNNING_JOBS: '1' } })
    const running = await app.create('family')
    await app.until(running, 'running')
    const queued = await app.create('quick')
    const behind = await app.create('quick')
    const { body } = await app.post<Cancel>(`/v1/jobs/${queued}/cancel`)
    assert.deepEqual([body.status, body.accepted], ['canceled', true])
    const job = await app.job(queued)
    assert.deepEqual([job.attempt_number, job.error?.code, job.started_at], [0, 'CANCELED_BY_USER', null])
    assert.deepEqual(
      (await app.events(queued)).map(({ type }) => type),
      ['conversation.state.changed', 'conversation.canceled'],
    )
    assert.equal((await app.job(running)).status, 'running')

    await app.post(`/v1/jobs/${running}/cancel`)
    await app.until(behind, 'succeeded')
    for (const [id, state] of [
      [queued, 'canceled'],
      [running, 'canceled'],
      [behind, 'succeeded'],
    ] as const) {
      const { status, body: again } = await app.post<Cancel>(`/v1/jobs/${id}/cancel`)
      assert.deepEqual([status, again.status, again.accepted], [200, state, false])
      const result = await app.get<{ result: { status: string } }>(`/v1/jobs/${id}/result`)
      assert.deepEqual([result.status, result.body.result.status], [200, state])
    }
  },
)

verifies('run.cancel-in-every-state', 'cancels at any moment of many short runs have one winner each', async () => {
  await using app = await startApp({ skills: [{ id: 'quick' }] })
  const ids = await Promise.all(Array.from({ length: 24 }, () => app.create('quick')))
  const answers = await Promise.all(ids.map((id) => app.post<Cancel>(`/v1/jobs/${id}/cancel`)))
  for (const [index, id] of ids.entries()) {
    const job = await app.until(id, 'succeeded', 'failed', 'canceled')
    const answer = answers[index]?.body
    assert.equal(job.status === 'canceled', answer?.accepted, JSON.stringify([job.status, answer]))
    const endings = (await app.events(id)).filter(({ type }) => /^conversation\.(completed|failed|canceled)$/.test(type))
    assert.equal(endings.length, 1)
  }
})
