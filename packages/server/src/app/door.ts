import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { legacyRoutes } from '../http/legacy.ts'
import { parseOpenApi } from '../http/openapi.ts'
import { addPages } from '../http/pages.ts'
import { adminActionRoutes } from '../http/routes/admin-actions.ts'
import { compatRoutes } from '../http/routes/compat.ts'
import { conversationRoutes } from '../http/routes/conversation.ts'
import { deliveryRoutes } from '../http/routes/deliveries.ts'
import type { RouteDeps } from '../http/routes/deps.ts'
import { engineRoutes } from '../http/routes/engines.ts'
import { evidenceRoutes } from '../http/routes/evidence.ts'
import { fileRoutes } from '../http/routes/files.ts'
import { healthRoutes } from '../http/routes/health.ts'
import { historyRoutes } from '../http/routes/history.ts'
import { jobRoutes } from '../http/routes/jobs.ts'
import { managedSkillRoutes } from '../http/routes/managed-skills.ts'
import { managementRoutes } from '../http/routes/management.ts'
import { packageRoutes } from '../http/routes/packages.ts'
import { runRoutes } from '../http/routes/runs.ts'
import { skillRoutes } from '../http/routes/skills.ts'
import { tempRunRoutes } from '../http/routes/temp-runs.ts'
import { buildServer, closeServer } from '../http/server.ts'
import { systemClock } from '../lib/clock.ts'
import type { AppOptions } from './options.ts'
import { repository } from './version.ts'

/** The HTTP server with all its routes; it does not listen yet. */
export async function openDoor(
  options: AppOptions,
  opened: AsyncDisposableStack,
  routes: Omit<RouteDeps, 'openapi'>,
): Promise<FastifyInstance> {
  const { config, logger, doorLimits = {} } = options
  const openapi = parseOpenApi(await readFile(`${repository}openapi.json`))
  const { metrics, runner } = routes
  const actions = runner.store.adminActions
  const legacy = legacyRoutes(config.legacyRoutes)
  const http = buildServer({ config, log: logger, openapi, clock: systemClock, metrics, actions, limits: doorLimits, legacy })
  opened.defer(() => closeServer(http))
  for (const add of [
    jobRoutes,
    tempRunRoutes,
    conversationRoutes,
    historyRoutes,
    evidenceRoutes,
    deliveryRoutes,
    fileRoutes,
    runRoutes,
    skillRoutes,
    packageRoutes,
    engineRoutes,
    managedSkillRoutes,
    managementRoutes,
    adminActionRoutes,
    healthRoutes,
    compatRoutes,
  ])
    add(http, { ...routes, openapi })
  legacy.add(http)
  addPages(http, openapi)
  return http
}
