import type { FastifyInstance } from 'fastify'
import { requireJob } from '../../runner/wait.ts'
import { presentRun } from '../present.ts'
import { route } from '../route.ts'
import type { RouteDeps } from './deps.ts'

/** Runs as whoever looks after them sees them. */
export function runRoutes(app: FastifyInstance, { runner }: RouteDeps): void {
  route(app, 'getRun', async ({ principal, params }) => {
    const found = await requireJob(runner, principal.projectId, params.request_id)
    return presentRun(found, await runner.store.queue.position(found.run.id))
  })
}
