import type { components } from '../packages/sdk/src/index.ts'
import type { Client } from './client.ts'
import { type Figure, percentile } from './figures.ts'
import { filledFolder } from './filled.ts'
import type { TreeBench } from './measurements.ts'
import { startBenchServer } from './server.ts'

type JobList = components['schemas']['JobList']

/** What a page of jobs takes when there are many: the first and a late one, filtered and not. */
export const measureList = (bench: TreeBench): Promise<Figure[]> => listAt(bench, 'list', 10_000)

/** The same of as many as `old-runs` has, without an aim: a search reads all of them. */
export const measureLongList = (bench: TreeBench): Promise<Figure[]> => listAt(bench, 'long-list', 100_000)

async function listAt(bench: TreeBench, name: 'list' | 'long-list', runs: number): Promise<Figure[]> {
  const { count } = bench
  const folder = await filledFolder(bench, runs)
  await using server = await startBenchServer(bench, { folder })
  const { client } = server
  const before = 0.9 * runs
  const late = await cursorAfter(client, before)
  const oldest = (await client.get<JobList>(`/v1/jobs?limit=1&cursor=${await cursorAfter(client, runs - 1)}`)).body.jobs[0]
  const queries = {
    first: { what: 'first page of 50', query: 'limit=50', jobs: 50 },
    late: { what: `page after ${before.toLocaleString('en')} others`, query: `limit=50&cursor=${late}`, jobs: 50 },
    filtered: { what: 'one skill, failed', query: 'limit=50&skill_id=bench-skill-2&status=failed', jobs: 50 },
    searched: { what: 'by a part of the id of the oldest', query: `limit=50&q=${oldest?.request_id.slice(-10)}`, jobs: 1 },
    byError: { what: 'by a part of an error code', query: 'limit=50&q=script_fail', jobs: 50 },
  }
  const aim = name === 'list' ? { aim: { below: 20 } } : {}
  const figures: Figure[] = []
  for (const [id, { what, query, jobs }] of Object.entries(queries)) {
    const times = await timesOf(client, `/v1/jobs?${query}`, jobs, count(200))
    figures.push(
      { id: `${name}.${id}.p95`, what: `${what}, p95`, values: [percentile(times, 95)], unit: 'ms', ...aim },
      { id: `${name}.${id}.p50`, what, values: times, unit: 'ms' },
    )
  }
  return figures
}

async function timesOf(client: Client, path: string, jobs: number, count: number): Promise<number[]> {
  const times: number[] = []
  for (let i = -10; i < count; i++) {
    const { body, ms } = await client.get<JobList>(path)
    if (body.jobs.length !== jobs) throw new Error(`${path} has ${body.jobs.length} jobs, not ${jobs}`)
    if (i >= 0) times.push(ms)
  }
  return times
}

/** Pages through the list as a caller does, up to a place in it. */
async function cursorAfter(client: Client, place: number): Promise<string> {
  let cursor = ''
  for (let seen = 0; seen < place; ) {
    const limit = Math.min(200, place - seen)
    const { body } = await client.get<JobList>(`/v1/jobs?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    if (!body.next_cursor) throw new Error(`The list ends after ${seen + body.jobs.length} jobs`)
    cursor = body.next_cursor
    seen += body.jobs.length
  }
  return cursor
}
