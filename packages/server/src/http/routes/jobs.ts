import type { ArtifactList } from '@agent-skill-runner/contract/artifact.ts'
import type { Job as JobView } from '@agent-skill-runner/contract/job.ts'
import type { FastifyInstance } from 'fastify'
import { onceOf } from '../../domain/once.ts'
import { isTerminal } from '../../domain/run.ts'
import { createJob } from '../../intake/create.ts'
import { Fault } from '../../lib/fault.ts'
import { placeInQueue, readArtifacts } from '../../runs/read.ts'
import { waitForJob } from '../../runs/wait.ts'
import type { InputFile } from '../../workspace/upload-file.ts'
import { acceptedAnswer, resultOf } from '../accepted.ts'
import { bringingOf } from '../bringing.ts'
import { invalidRequest } from '../invalid-request.ts'
import { pageOfJobs } from '../job-list.ts'
import { waitOf } from '../prefer.ts'
import { presentArtifacts, presentJob } from '../present.ts'
import { type Call, route } from '../route.ts'
import type { DoorDeps, RouteDeps } from './deps.ts'
import { type Find, findJob } from './find.ts'
import { uploadOf } from './upload.ts'

/** Jobs: made, seen, waited for. */
export function jobRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { runner, attempts } = deps
  const of = readsOf(runner, findJob(runner))
  route(app, 'getJob', of.job)
  route(app, 'getJobResult', of.result)
  route(app, 'listJobArtifacts', of.artifacts)
  route(app, 'uploadJobFiles', uploadOf(deps, findJob(runner)))

  route(app, 'createJob', async (call) => {
    if (attempts.stopping) throw new Fault('SHUTTING_DOWN')
    const { principal, query, headers, body, parts } = call
    const wait = waitOf(query, headers)
    const onceFor = (files: readonly InputFile[]) =>
      onceOf(principal, headers['idempotency-key'], { operation: 'createJob', body, files })
    const callerWaits = wait !== null
    if (!parts) {
      const once = onceFor([])
      const told = await createJob(runner, principal, body, { once, bringing: null, callerWaits })
      return acceptedAnswer(runner, call, told, wait, once)
    }
    if (body.await_upload) throw invalidRequest('/await_upload', 'is for jobs whose files come later', 'await_upload')
    const bringing = bringingOf(runner, parts, onceFor)
    const told = await createJob(runner, principal, body, { once: null, bringing, callerWaits })
    return acceptedAnswer(runner, call, told, wait, bringing.once())
  })

  route(app, 'listJobs', async ({ principal, query }) => {
    const { rows, next_cursor } = await pageOfJobs(runner, principal, query)
    return { jobs: rows.map((row) => presentJob(row, null)), next_cursor }
  })
}

/** What became of a job, and what it gave. */
export const readsOf = (runner: DoorDeps, find: Find) => ({
  job: async (call: Call<'getJob'>): Promise<JobView> => {
    const wait = waitOf(call.query)
    const now = await find(call)
    const found = wait === null ? now : await waitForJob(runner, call.principal.projectId, now.job.id, wait, call.signal)
    const view = presentJob(found, await placeInQueue(runner, found.run))
    return wait !== null && isTerminal(found.run.state) ? { ...view, result: await resultOf(runner, found) } : view
  },

  result: async (call: Call<'getJobResult'>) => {
    const found = await find(call)
    return { request_id: found.job.id, result: await resultOf(runner, found) }
  },

  artifacts: async (call: Call<'listJobArtifacts'>): Promise<ArtifactList> => {
    const { job, run } = await find(call)
    const items = presentArtifacts(job.id, await readArtifacts(runner, run))
    return { request_id: job.id, artifacts: items.map(({ path }) => path), items }
  },
})
