import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { tokenUsesIn } from '../config/created-tokens.ts'
import type { ActionRecord } from '../http/audit.ts'
import { legacyRoutes } from '../http/legacy.ts'
import { parseOpenApi } from '../http/openapi.ts'
import { addPages } from '../http/pages.ts'
import { adminActionRoutes } from '../http/routes/admin-actions.ts'
import { anthropicSkillRoutes } from '../http/routes/anthropic-skills.ts'
import { budgetRoutes } from '../http/routes/budgets.ts'
import { compatRoutes } from '../http/routes/compat.ts'
import { conversationRoutes } from '../http/routes/conversation.ts'
import { deliveryRoutes } from '../http/routes/deliveries.ts'
import type { RouteDeps } from '../http/routes/deps.ts'
import { discoveryRoutes } from '../http/routes/discovery.ts'
import { engineRoutes } from '../http/routes/engines.ts'
import { evalRoutes } from '../http/routes/evals.ts'
import { evidenceRoutes } from '../http/routes/evidence.ts'
import { execRoutes } from '../http/routes/exec.ts'
import { execActivationRoutes } from '../http/routes/exec-activations.ts'
import { execArtifactRoutes } from '../http/routes/exec-artifacts.ts'
import { execJobRoutes } from '../http/routes/exec-jobs.ts'
import { execJobWatchRoutes } from '../http/routes/exec-jobs-watch.ts'
import { execQueryRoutes } from '../http/routes/exec-query.ts'
import { execServiceRoutes } from '../http/routes/exec-services.ts'
import { execWatchRoutes } from '../http/routes/exec-watch.ts'
import { fileRoutes } from '../http/routes/files.ts'
import { healthRoutes } from '../http/routes/health.ts'
import { historyRoutes } from '../http/routes/history.ts'
import { jobRoutes } from '../http/routes/jobs.ts'
import { managedSkillRoutes } from '../http/routes/managed-skills.ts'
import { managementRoutes } from '../http/routes/management.ts'
import { mcpRoutes } from '../http/routes/mcp.ts'
import { openaiSkillRoutes } from '../http/routes/openai-skills.ts'
import { packageRoutes } from '../http/routes/packages.ts'
import { profileRoutes } from '../http/routes/profiles.ts'
import { projectLimitRoutes } from '../http/routes/project-limits.ts'
import { projectSkillRoutes } from '../http/routes/project-skills.ts'
import { reaperRoutes } from '../http/routes/reaper.ts'
import { receiptRoutes } from '../http/routes/receipts.ts'
import { runRoutes } from '../http/routes/runs.ts'
import { sessionRoutes } from '../http/routes/session.ts'
import { skillRoutes } from '../http/routes/skills.ts'
import { tempRunRoutes } from '../http/routes/temp-runs.ts'
import { buildServer, closeServer } from '../http/server.ts'
import { openSessions } from '../http/sessions.ts'
import { openTokenUses } from '../http/token-uses.ts'
import { openTokens } from '../http/tokens.ts'
import { addUi } from '../http/ui.ts'
import { systemClock } from '../lib/clock.ts'
import { despiteFullDisk } from '../runs/despite-full-disk.ts'
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
  const { note, answered } = runner.store.adminActions
  const actions: ActionRecord = { note: (action) => despiteFullDisk(runner, () => note(action)), answered }
  const legacy = legacyRoutes(config.legacyRoutes)
  const noteUse = openTokenUses(tokenUsesIn(config.dataDir), systemClock)
  const created = { dataDir: config.dataDir, clock: systemClock, log: logger, noteUse: ({ id }: { id: string }) => noteUse(id) }
  const tokens = openTokens(config.tokens, created)
  const sessions = openSessions(runner.layout.signIns, tokens, systemClock)
  const http = buildServer({
    config,
    log: logger,
    openapi,
    clock: systemClock,
    metrics,
    actions,
    tokens,
    profiles: runner.store.profiles,
    sessions,
    limits: doorLimits,
    legacy,
  })
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
    evalRoutes,
    projectSkillRoutes,
    engineRoutes,
    managedSkillRoutes,
    managementRoutes,
    reaperRoutes,
    projectLimitRoutes,
    adminActionRoutes,
    healthRoutes,
    receiptRoutes,
    compatRoutes,
    anthropicSkillRoutes,
    openaiSkillRoutes,
    discoveryRoutes,
    execRoutes,
    execWatchRoutes,
    profileRoutes,
    execJobRoutes,
    execJobWatchRoutes,
    execArtifactRoutes,
    execQueryRoutes,
    execActivationRoutes,
    execServiceRoutes,
  ])
    add(http, { ...routes, openapi })
  mcpRoutes(http, { ...routes, openapi, profiles: runner.store.profiles, wakes: runner.wakes })
  sessionRoutes(http, sessions, tokens)
  budgetRoutes(http, { ...routes, openapi }, tokens)
  legacy.add(http)
  addPages(http, openapi)
  addUi(http)
  return http
}
