import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { verifies } from '../../../../test/verifies.ts'
import type { Job, JobResult } from '../../../contract/src/job.ts'
import { temporaryFolder } from '../support/folder.ts'
import { startServer } from '../support/server.ts'

/** The data folder that 0.6 left after its demos, without logs, homes and what the sandbox makes anew, and what it had answered about each job. */
const release = fileURLToPath(new URL('../fixtures/version-0.6', import.meta.url))

/** The folder is older than any retention time by now. */
const env = { SKILL_RUNNER_RETENTION_DAYS: '0', SKILL_RUNNER_ENGINES: 'replay' }

interface Told {
  readonly job: Job
  readonly result: JobResult | null
  readonly events: readonly unknown[]
  readonly files: Readonly<Record<string, string>>
  readonly pending: { readonly interaction_id: number; readonly context: string } | null
}

type Server = Awaited<ReturnType<typeof startServer>>

verifies(
  'store.upgrade',
  'the data folder of 0.6 goes on in this version: ended jobs are told as before, a cached result answers, and a conversation goes on where it was',
  async (context) => {
    const folder = await temporaryFolder(context)
    execFileSync('tar', ['-xzf', `${release}/data.tar.gz`, '-C', folder])
    const told: Told[] = JSON.parse(readFileSync(`${release}/answers.json`, 'utf8'))
    // The cache answers for a skill as it was: that of today has other files.
    cpSync(`${folder}/data/snapshots/${told[0]?.job.skill_digest}`, `${folder}/skills/demo-prime-number`, { recursive: true })
    await using server = await startServer({ folder, env })

    const ended = told.filter(({ pending }) => pending === null)
    assert.deepEqual(
      ended.map(({ job }) => [job.skill_id, job.status, job.cache_hit]),
      [
        ['demo-prime-number', 'succeeded', false],
        ['demo-prime-number', 'succeeded', true],
        ['demo-echo', 'succeeded', false],
        ['demo-interview', 'canceled', false],
        ['zotero-parse-attachment', 'succeeded', false],
      ],
    )
    for (const one of ended) assert.deepEqual(await tell(server, one), asToldNow(one))

    const again = { skill_id: 'demo-prime-number', input: { numbers: [2, 3, 4, 10, 11, 97] }, parameter: { divisor: 5 } }
    const { body } = await server.post<{ cache_hit: boolean }>('/v1/jobs?wait=30', again)
    assert.equal(body.cache_hit, true)

    const [waiting] = told.filter(({ pending }) => pending !== null)
    assert.ok(waiting)
    await goesOn(server, waiting)
  },
)

/** The same questions that were put to 0.6, as far as it answered: what the contract has added since is left out. */
async function tell(server: Server, old: Told) {
  const { request_id: id } = old.job
  const { body: job } = await server.get<Job>(`/v1/jobs/${id}`)
  const { body } = await server.get<{ result: JobResult }>(`/v1/jobs/${id}/result`)
  const history = await server.get<{ events: readonly unknown[] }>(`/v1/jobs/${id}/events/history?limit=1000`)
  const files: Record<string, string> = {}
  for (const path of Object.keys(old.files)) {
    files[path] = await (await fetch(`${server.url}/v1/jobs/${id}/artifacts/${path}`)).text()
  }
  return {
    job: asFarAs(old.job, job),
    result: asFarAs(old.result, body.result),
    events: history.body.events,
    files,
    pending: null,
  }
}

const asFarAs = (old: object | null, now: object) =>
  Object.fromEntries(Object.entries(now).filter(([name]) => old !== null && name in old))

/** Details of an error are an object by now. */
const asToldNow = ({ job, result, ...rest }: Told) => ({
  ...rest,
  job: { ...job, error: job.error && { ...job.error, details: {} } },
  result: result && { ...result, error: result.error && { ...result.error, details: {} } },
})

/** The question that was open is open, two answers lead to the end, and what was said before is still in the history. */
async function goesOn(server: Server, { job: { request_id: id }, events, pending }: Told): Promise<void> {
  const asked = await server.get<{ pending: unknown }>(`/v1/jobs/${id}/interaction/pending`)
  assert.deepEqual(asked.body.pending, { ...pending, context: { text: pending?.context } })
  for (const reply of [
    { interaction_id: 2, response: 'keep notes' },
    { interaction_id: 3, response: true },
  ]) {
    assert.equal((await server.post(`/v1/jobs/${id}/interaction/reply`, reply)).status, 200)
    await server.until(id, reply.interaction_id === 2 ? 'waiting_user' : 'succeeded')
  }
  const { body } = await server.get<{ result: JobResult }>(`/v1/jobs/${id}/result`)
  assert.deepEqual(body.result.data, {
    audience: 'my team',
    confirmed: true,
    need: 'keep notes',
    summary: 'About a notebook, for my team. In their own words: keep notes',
    summary_file: 'artifacts/summary.md',
  })
  const history = await server.get<{ events: readonly unknown[] }>(`/v1/jobs/${id}/events/history?limit=1000`)
  assert.deepEqual(history.body.events.slice(0, events.length), events)
}
