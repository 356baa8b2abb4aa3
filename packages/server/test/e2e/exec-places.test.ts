import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { type Client, exec, run, tool } from '../support/exec.ts'
import { plainSkill, uploadTo, zipped } from '../support/projects.ts'
import { until } from '../support/until.ts'

const other = '/v1/projects/other/exec'
const waits = 'echo > ../up; while [ ! -e ../go ]; do sleep 0.02; done; echo done'
const beside = (app: Client, command: string, session_id: string) =>
  app.post(`${exec}/commands`, { skill_name: 'tool', command, session_id, workdir: 'beside' })

verifies(
  'exec.limits',
  'only so many commands run at once, no project has all places, and each is free with its end',
  async () => {
    const env = { SKILL_RUNNER_EXEC_MAX_RUNNING_COMMANDS: '3' }
    await using app = await startApp({ skills: [tool], env })
    await uploadTo(app, 'other', zipped('tool', plainSkill('tool', 'Does things.')))
    const first = run(app, waits, { session_id: 'a' })
    const isUp = async (session: string) => {
      const { body } = await beside(app, 'cat ../up', session)
      return (body as { status: string }).status === 'succeeded'
    }
    await until('the first runs', () => isUp('a'))
    const left = new AbortController()
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ skill_name: 'tool', command: 'echo > ../up; sleep 1000', session_id: 'b' })
    const second = fetch(`${app.url}${exec}/commands`, { method: 'POST', headers, body, signal: left.signal })
    // Both places of the project are taken once it is refused a third.
    const full = await until('the second runs', async () => {
      const answer = await beside(app, 'true', 'c')
      return answer.status !== 200 && answer
    })
    const { reason, ...counts } = errorOf(full.body).details as Record<string, unknown>
    assert.deepEqual(
      [full.status, errorOf(full.body).code, counts],
      [429, 'QUEUE_FULL', { running: 2, project_running: 2, limit: 3 }],
    )
    assert.match(String(reason), /start it as a task/)
    const query = { skill_name: 'tool', query_command: 'true', status_field: 's', done_states: ['a'], error_states: ['b'] }
    assert.equal(errorOf((await app.post(`${exec}/tasks:query`, query)).body).code, 'QUEUE_FULL')
    assert.equal((await run(app, 'echo beside', {}, other)).stdout.text, 'beside\n')
    // One whose client is gone is over too.
    left.abort()
    await assert.rejects(second)
    await until('a place is free', async () => (await beside(app, 'touch ../go', 'a')).status === 200)
    assert.equal((await first).stdout.text, 'done\n')
  },
)
