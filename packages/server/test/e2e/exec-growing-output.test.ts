import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { type Client, ended, exec, run, start, type Task, taskOf, tool } from '../support/exec.ts'
import { jobEnded, jobOf, startJob } from '../support/exec-jobs.ts'
import { until } from '../support/until.ts'

interface Event {
  type: string
  stream?: string
  byte_from?: number
  byte_to?: number
  text?: string
}

/** Prints two of the three bytes of €, and the third and a line once it may. */
const halves = "printf 'a\\342\\202'; while [ ! -e go ]; do sleep 0.02; done; printf '\\254\\n'"
const letGo = (app: Client) => run(app, 'touch ../skill/go', { workdir: 'beside' })

const outputOf = async (app: Client, path: string, cursor: string): Promise<unknown[]> => {
  const { body } = await app.get<{ events: Event[] }>(`${path}/events/history?cursor=${cursor}`)
  return body.events.filter(({ type }) => type === 'output').map(({ byte_from, byte_to, text }) => [byte_from, byte_to, text])
}

verifies('exec.watch', 'a look that lands inside a character of a task leaves it for the next one', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await start(app, halves)
  const task = await until('it has printed half a character', async () => {
    const found = (await app.get<Task & { cursor: string }>(`${exec}/tasks/${id}`)).body
    return found.stdout.bytes === 3 && found
  })
  const path = `${exec}/tasks/${id}`
  const { body: log } = await app.get<{ text: string; byte_to: number }>(`${path}/logs/stdout`)
  assert.deepEqual([task.stdout.text, log.text, log.byte_to], ['a', 'a', 1])
  assert.deepEqual(await outputOf(app, path, '0.0.0'), [[0, 1, 'a']])
  assert.deepEqual(await outputOf(app, path, task.cursor), [])
  await letGo(app)
  await ended(app, id)
  assert.deepEqual(await outputOf(app, path, task.cursor), [[1, 5, '€\n']])
})

verifies('exec.watch', 'what a task leaves unfinished at its end is told with its end', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await start(app, "printf 'a\\342\\202'")
  await ended(app, id)
  assert.equal((await taskOf(app, id)).stdout.text, 'a\ufffd')
  assert.deepEqual(await outputOf(app, `${exec}/tasks/${id}`, '0.0.0'), [[0, 3, 'a\ufffd']])
})

verifies('exec.watch', 'a look that lands inside a character of a step leaves it for the next one', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await startJob(app, [halves])
  const job = await until('its step has printed half a character', async () => {
    const found = await jobOf(app, id)
    return found.steps[0]?.stdout.bytes === 3 && found
  })
  assert.equal(job.steps[0]?.stdout.text, 'a')
  assert.deepEqual(await outputOf(app, `${exec}/jobs/${id}`, '0.0.0.0.0'), [[0, 1, 'a']])
  await letGo(app)
  await jobEnded(app, id)
  assert.deepEqual(await outputOf(app, `${exec}/jobs/${id}`, '0.0.1.0.0'), [[1, 5, '€\n']])
})
