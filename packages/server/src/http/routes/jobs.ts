import type { FastifyInstance } from 'fastify'
import type { Principal } from '../../domain/job.ts'
import { onceOf } from '../../domain/once.ts'
import { isTerminal } from '../../domain/run.ts'
import { Fault } from '../../lib/fault.ts'
import { createJob } from '../../runner/create.ts'
import { readArtifacts } from '../../runner/read.ts'
import { uploadFiles } from '../../runner/upload.ts'
import { requireJob, waitForJob } from '../../runner/wait.ts'
import type { InputFile } from '../../workspace/upload-file.ts'
import { acceptedAnswer, resultOf } from '../accepted.ts'
import { bringingOf } from '../bringing.ts'
import { cursorOf, parseCursor } from '../cursor.ts'
import { instantOf } from '../instant.ts'
import { invalidRequest } from '../invalid-request.ts'
import { waitOf } from '../prefer.ts'
import { presentArtifacts, presentJob } from '../present.ts'
import { route } from '../route.ts'
import type { RouteDeps } from './deps.ts'

/** Jobs: made, seen, waited for. */
export function jobRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { runner, workers } = deps
  const find = (principal: Principal, id: string) => requireJob(runner, principal.projectId, id)

  route(app, 'createJob', async (call) => {
    if (workers.stopping) throw new Fault('SHUTTING_DOWN')
    const { principal, query, headers, body, parts } = call
    const wait = waitOf(query, headers)
    const onceFor = (files: readonly InputFile[]) =>
      onceOf(principal, headers['idempotency-key'], { operation: 'createJob', body, files })
    if (!parts) return acceptedAnswer(runner, call, await createJob(runner, principal, body, onceFor([])), wait, onceFor([]))
    if (body.await_upload) throw invalidRequest('/await_upload', 'is for jobs whose files come later', 'await_upload')
    const bringing = bringingOf(runner, parts, onceFor)
    return acceptedAnswer(runner, call, await createJob(runner, principal, body, null, bringing), wait, bringing.once())
  })

  route(app, 'uploadJobFiles', async ({ principal, params, parts }) => {
    if (workers.stopping) throw new Fault('SHUTTING_DOWN')
    const found = await find(principal, params.request_id)
    const { cacheHit, status, files } = await uploadFiles(runner, found, parts)
    return { request_id: found.job.id, cache_hit: cacheHit, status, extracted_files: files.map(({ path }) => path) }
  })

  route(app, 'listJobs', async ({ principal, query }) => {
    const limit = query.limit ?? 50
    const { status, skill_id, engine, q, from, to, cursor } = query
    const rows = await runner.store.jobs.list({
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
    return {
      jobs: page.map((row) => presentJob(row, null)),
      next_cursor: rows.length > limit && last ? cursorOf(last.job) : null,
    }
  })

  route(app, 'getJob', async (call) => {
    const { principal, params, query } = call
    const wait = waitOf(query)
    const found =
      wait === null
        ? await find(principal, params.request_id)
        : await waitForJob(runner, principal.projectId, params.request_id, wait, call.signal)
    const view = presentJob(found, await runner.store.queue.position(found.run.id))
    return wait !== null && isTerminal(found.run.state) ? { ...view, result: await resultOf(runner, found) } : view
  })

  route(app, 'getJobResult', async ({ principal, params }) => {
    const found = await find(principal, params.request_id)
    return { request_id: found.job.id, result: await resultOf(runner, found) }
  })

  route(app, 'listJobArtifacts', async ({ principal, params }) => {
    const { job, run } = await find(principal, params.request_id)
    const items = presentArtifacts(job.id, await readArtifacts(runner, run))
    return { request_id: job.id, artifacts: items.map(({ path }) => path), items }
  })
}
