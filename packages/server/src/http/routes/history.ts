import type { CleanupView } from '@agent-skill-runner/contract/job.ts'
import type { FastifyInstance } from 'fastify'
import { onceOf } from '../../domain/once.ts'
import { rerunJob } from '../../intake/rerun.ts'
import { Fault } from '../../lib/fault.ts'
import { cleanup } from '../../upkeep/cleanup.ts'
import { acceptedAnswer } from '../accepted.ts'
import { waitOf } from '../prefer.ts'
import { type Call, route } from '../route.ts'
import type { DoorDeps, RouteDeps } from './deps.ts'

/** Jobs that were: run again, and removed. */
export function historyRoutes(app: FastifyInstance, { runner, attempts }: RouteDeps): void {
  route(app, 'rerunJob', async (call) => {
    if (attempts.stopping) throw new Fault('SHUTTING_DOWN')
    const { principal, params, query, headers, body } = call
    const wait = waitOf(query, headers)
    const once = onceOf(principal, headers['idempotency-key'], { operation: `rerunJob ${params.request_id}`, body })
    const told = await rerunJob(runner, principal, params.request_id, body, once)
    return acceptedAnswer(runner, call, told, wait, once)
  })

  route(app, 'cleanupJobs', (call) => cleanUp(runner, call))
  route(app, 'cleanupRuns', (call) => cleanUp(runner, call))
}

async function cleanUp(runner: DoorDeps, { principal, body }: Call<'cleanupJobs'>): Promise<CleanupView> {
  const { older_than_sec: age, status, skill_id } = body
  const before = age === undefined ? undefined : new Date(runner.clock.now().getTime() - age * 1000).toISOString()
  const removed = await cleanup(runner, {
    projectId: principal.projectId,
    ...(before === undefined ? {} : { before }),
    ...(status ? { state: status } : {}),
    ...(skill_id ? { skillId: skill_id } : {}),
  })
  return { runs_deleted: removed.runs, requests_deleted: removed.jobs, cache_entries_deleted: removed.cacheEntries }
}
