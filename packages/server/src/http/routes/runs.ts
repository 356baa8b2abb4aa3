import type { FastifyInstance } from 'fastify'
import { placeInQueue } from '../../runs/read.ts'
import { secretsOfRun } from '../../runs/run-secrets.ts'
import { previewFile } from '../../workspace/file-preview.ts'
import { fileTree } from '../../workspace/file-tree.ts'
import { entryView, previewView } from '../file-views.ts'
import { pageOfJobs } from '../job-list.ts'
import { presentRequest, presentRun } from '../present.ts'
import { route } from '../route.ts'
import type { RouteDeps } from './deps.ts'
import { findJob } from './find.ts'

/** Runs as whoever looks after them sees them: all of them, one, and its files. */
export function runRoutes(app: FastifyInstance, { runner }: RouteDeps): void {
  const find = findJob(runner)

  route(app, 'listRuns', async ({ principal, query }) => {
    const { rows, next_cursor } = await pageOfJobs(runner, principal, query)
    return { runs: rows.map((row) => presentRun(row, null)), next_cursor }
  })

  route(app, 'getRun', async (call) => {
    const found = await find(call)
    return presentRun(found, await placeInQueue(runner, found.run))
  })

  route(app, 'getRunRequest', async (call) => {
    const found = await find(call)
    return presentRequest(found, await runner.store.webhooks.ofJob(found.job.id))
  })

  route(app, 'listRunFiles', async (call) => {
    const { job, run } = await find(call)
    const { entries, truncated } = await fileTree(runner.layout.run(run.id).root, await secretsOfRun(runner, run))
    return { request_id: job.id, run_id: run.id, entries: entries.map(entryView), truncated }
  })

  route(app, 'readRunFile', async (call) => {
    const { job, run } = await find(call)
    const { path, max_bytes: maxBytes = 256 * 1024 } = call.query
    const secretsOf = () => secretsOfRun(runner, run)
    const preview = await previewFile({ runFolder: runner.layout.run(run.id).root, path, maxBytes, secretsOf })
    return { request_id: job.id, run_id: run.id, path, ...previewView(preview) }
  })
}
