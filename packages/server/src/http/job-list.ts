import type { Principal } from '../domain/job.ts'
import type { JobAndRun } from '../store/jobs.ts'
import { cursorOf, parseCursor } from './cursor.ts'
import { instantOf } from './instant.ts'
import { invalidRequest } from './invalid-request.ts'
import { limitOf } from './limit.ts'
import type { Call } from './route.ts'
import type { DoorDeps } from './routes/deps.ts'

/** One page of jobs by what a query asks for, and where the next begins. Jobs and runs are listed alike. */
export async function pageOfJobs(
  { store }: Pick<DoorDeps, 'store'>,
  principal: Principal,
  query: Call<'listJobs'>['query'],
): Promise<{ rows: JobAndRun[]; next_cursor: string | null }> {
  const { status, skill_id, engine, q, from, to, cursor } = query
  const limit = limitOf(query, 50)
  // The database would take it for the end of what is looked for.
  if (q?.includes('\0')) throw invalidRequest('query/q', 'must not hold a NUL', 'pattern')
  const rows = await store.jobs.list({
    projectId: principal.projectId,
    limit: limit + 1,
    ...(status ? { state: status } : {}),
    ...(skill_id ? { skillId: skill_id } : {}),
    ...(engine ? { engine } : {}),
    ...(q ? { text: q } : {}),
    ...(from ? { from: instantOf('from', from) } : {}),
    ...(to ? { to: instantOf('to', to) } : {}),
    ...(cursor ? { after: parseCursor(cursor) } : {}),
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next_cursor: rows.length > limit && last ? cursorOf(last.job) : null }
}
