import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { problemsOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { ended, exec, run, start, tool } from '../support/exec.ts'
import { jobEnded, startJob } from '../support/exec-jobs.ts'

const most = 100_000
/** A command of so many bytes. */
const long = (bytes: number): string => `echo ran #${'x'.repeat(bytes - 10)}`
/** Variables of so many bytes, names and values together: four of some, and the rest in one. */
const many = (bytes: number): Record<string, string> =>
  Object.fromEntries(['A', 'B', 'C', 'D'].map((name) => [name, 'x'.repeat(bytes / 4 - 1)]))

for (const provider of ['bubblewrap', 'srt'])
  verifies('exec.limits', `what is as long as it may be runs as a command, a task and a step (${provider})`, async () => {
    await using app = await startApp({ skills: [tool], env: { SKILL_RUNNER_EXEC_SANDBOX: provider } })
    const all = { env: many(most) }
    assert.equal((await run(app, long(most), all)).stdout.text, 'ran\n')
    const task = await ended(app, await start(app, long(most), all))
    assert.deepEqual([task.status, task.stdout.text], ['succeeded', 'ran\n'])
    const job = await jobEnded(app, await startJob(app, [long(most)], all))
    assert.deepEqual([job.status, job.steps[0]?.stdout.text], ['succeeded', 'ran\n'])
  })

verifies('exec.limits', 'what is longer than any process can be given is rejected at the door, by bytes', async () => {
  await using app = await startApp({ skills: [tool] })
  const placesOf = async (path: string, body: object) => {
    const answer = await app.post(`${exec}/${path}`, { skill_name: 'tool', ...body })
    assert.equal(answer.status, 400, JSON.stringify(answer.body).slice(0, 300))
    return problemsOf(answer.body).map(({ path }) => path)
  }
  // Three bytes each: far fewer characters than bytes.
  const wide = `echo ${'€'.repeat(33_332)}`
  for (const path of ['commands', 'tasks', 'services']) {
    assert.deepEqual(await placesOf(path, { command: long(most + 1) }), ['/command'], path)
    assert.deepEqual(await placesOf(path, { command: wide }), ['/command'], path)
    assert.deepEqual(await placesOf(path, { command: 'true', env: many(most + 4) }), ['/env'], path)
    assert.deepEqual(await placesOf(path, { command: 'true\0false' }), ['/command'], path)
    assert.deepEqual(await placesOf(path, { command: 'true', env: { A: 'a\0b' } }), ['/env/A'], path)
  }
  const steps = (step: object) => ({ steps: [{ command: 'true' }, { command: 'true', ...step }] })
  assert.deepEqual(await placesOf('jobs', steps({ command: wide })), ['/steps/1/command'])
  // Neither is too much by itself.
  const half = { ...many(most / 2), E: 'x' }
  const others = Object.fromEntries(Object.entries(many(most / 2)).map(([name, value]) => [`${name}${name}`, value]))
  assert.deepEqual(await placesOf('jobs', { env: half, ...steps({ env: others }) }), ['/steps/1/env'])
  const sessions = await app.get<{ sessions: object[] }>(`${exec}/sessions`)
  assert.deepEqual(sessions.body.sessions, [])
})
