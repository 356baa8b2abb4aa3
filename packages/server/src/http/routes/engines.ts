import type {
  CapabilityCard,
  EngineRollback,
  EngineStatus,
  EngineView,
  InstallStatus as InstallStatusView,
  ManagedEngine,
  ManagedEngineDetail,
} from '@agent-skill-runner/contract/engine.ts'
import type { FastifyInstance } from 'fastify'
import type { SandboxStatus } from '../../domain/sandbox.ts'
import { type Card, cases } from '../../installed/card.ts'
import type { Installation } from '../../installed/installations.ts'
import type { InstallRequest } from '../../installed/installer.ts'
import { type Overview, type OverviewDeps, overviewOf, visibleEngines } from '../../installed/overview.ts'
import type { InstallStatus } from '../../installed/status.ts'
import { Fault } from '../../lib/fault.ts'
import { modelViews } from '../model-views.ts'
import { route } from '../route.ts'
import type { DoorDeps, RouteDeps } from './deps.ts'

/** Engines: what there is, what it can be asked for, and bringing it here. */
export function engineRoutes(app: FastifyInstance, { runner }: RouteDeps): void {
  const deps: OverviewDeps = { ...runner, sandboxMode: runner.limits.sandboxMode }
  const { status } = runner.sandbox
  const all = () => Promise.all(visibleEngines(runner.engines).map((name) => overviewOf(deps, name)))
  const one = (name: string) => overviewOf(deps, requireVisible(runner, name))

  route(app, 'listEngines', async () => ({ engines: (await all()).map((found) => engineView(found, status)) }))

  route(app, 'listEngineModels', async ({ params }) => {
    const { engine, installation, catalogue } = await one(params.engine)
    return {
      engine,
      cli_version: installation?.version ?? null,
      models: modelViews(catalogue),
      default_model: catalogue.models[0]?.id ?? null,
      fallback_reason: catalogue.fallbackReason,
    }
  })

  route(app, 'listManagedEngines', async () => ({ engines: (await all()).map((found) => managedView(found, status)) }))

  route(app, 'getManagedEngine', async ({ params }) => {
    const name = requireVisible(runner, params.engine)
    // Read first: once it says that an installation is done, what is read after it shows the installation.
    const status = runner.installer.status(name)
    return detailView(runner, await overviewOf(deps, name), status)
  })

  route(app, 'installEngine', ({ params, body }) => start(runner, { action: 'install', ...params, ...body }))
  route(app, 'upgradeEngine', ({ params, body }) => start(runner, { action: 'upgrade', ...params, ...body }))
  route(app, 'probeEngine', ({ params }) => start(runner, { action: 'probe', ...params }))
  route(app, 'rollbackEngine', ({ params }) => rollback(runner, params.engine))
}

function requireVisible({ engines }: DoorDeps, name: string): string {
  if (visibleEngines(engines).includes(name)) return name
  throw new Fault('ENGINE_NOT_FOUND', { engine: name, engines: visibleEngines(engines) })
}

async function start(runner: DoorDeps, request: InstallRequest): Promise<EngineStatus> {
  const engine = requireVisible(runner, request.engine)
  const { status } = await runner.installer.start(request)
  return { engine, upgrade_status: statusView(status) }
}

async function rollback(runner: DoorDeps, name: string): Promise<EngineRollback> {
  const engine = requireVisible(runner, name)
  const cli_version = await runner.installer.rollback(engine)
  return { engine, cli_version, previous_version: runner.installations.previous(engine) }
}

function engineView(found: Overview, sandbox_status: SandboxStatus): EngineView {
  const { can, catalogue } = found
  return {
    ...managedView(found, sandbox_status),
    default_model: catalogue.models[0]?.id ?? null,
    can: { resume: can.resume, output_schema: can.outputSchema },
  }
}

function managedView(found: Overview, sandbox_status: SandboxStatus): ManagedEngine {
  return {
    engine: found.engine,
    enabled: found.enabled,
    installed: found.installed,
    cli_version: found.installation?.version ?? null,
    pinned_version: found.pinnedVersion,
    notice: found.notice,
    auth_ready: found.authReady,
    sandbox_status,
    models_count: found.catalogue.models.length,
    ready: found.reason === null,
    reason_code: found.reasonCode,
    reason: found.reason,
  }
}

function detailView({ sandbox, installations }: DoorDeps, found: Overview, status: InstallStatus): ManagedEngineDetail {
  const { engine, installation, catalogue } = found
  return {
    ...managedView(found, sandbox.status),
    models: modelViews(catalogue),
    upgrade_status: statusView(status),
    last_error: status.error,
    installed_versions: installations.list(engine).map(({ version, source }) => ({
      version,
      current: version === installation?.version && source === installation.source,
      source,
    })),
    previous_version: installations.previous(engine),
    card: installation?.card ? cardView(installation, installation.card) : null,
  }
}

const cardView = ({ capabilities }: Installation, { version, probedAt, findings }: Card): CapabilityCard => ({
  version,
  probed_at: probedAt,
  capabilities: { resume: capabilities.resume, output_schema: capabilities.outputSchema },
  cases: findings.map(({ id, result, reason }) => ({ case: id, result, reason, needed: cases[id].isNeeded })),
})

const statusView = (status: InstallStatus): InstallStatusView => ({
  state: status.state,
  action: status.action,
  version: status.version,
  step: status.step,
  bytes: status.bytes,
  started_at: status.startedAt,
  finished_at: status.finishedAt,
  error: status.error,
  changes: status.changes?.map(({ id, before, after, reason }) => ({ case: id, before, after, reason })) ?? null,
  output_tail: [...status.outputTail],
})
