import type { ServerLogs, SettingList, SweepStatus } from '@agent-skill-runner/contract/management.ts'
import type { FastifyInstance } from 'fastify'
import { maskedTexts } from '../../lib/masked-texts.ts'
import { type LogFilter, searchLog } from '../../lib/search-log.ts'
import { instantOf } from '../instant.ts'
import { limitOf } from '../limit.ts'
import { type Call, route } from '../route.ts'
import type { RouteDeps } from './deps.ts'

/** The server as whoever runs it sees it: how it is set up, what it logged, and how it tidies up. */
export function managementRoutes(app: FastifyInstance, deps: RouteDeps): void {
  route(app, 'listSettings', () => settings(deps))
  route(app, 'queryLogs', (call) => logs(deps, call))
  route(app, 'getSweeps', () => sweeps(deps))
}

/** Values are told as the operator gave them, paths of this machine included: they are the operator's own words. */
function settings({ config, runner }: RouteDeps): SettingList {
  return {
    settings: config.settings.map(({ name, value, isSet, isSecret, source, description }) => ({
      name,
      value,
      is_set: isSet,
      is_secret: isSecret,
      source,
      description,
    })),
    notices: maskedTexts(runner.secrets, config.notices),
  }
}

async function logs({ config }: RouteDeps, { query }: Call<'queryLogs'>): Promise<ServerLogs> {
  const { lines, truncated } = await searchLog(config.log, filterOf(query))
  const told = lines.map(({ time, level, message, requestId, runId, fields }) => ({
    time,
    level,
    message,
    request_id: requestId,
    run_id: runId,
    fields: { ...fields },
  }))
  return { lines: told, truncated }
}

function filterOf(query: Call<'queryLogs'>['query']): LogFilter {
  const { level, q, request_id, run_id, from, to } = query
  return {
    limit: limitOf(query, 200),
    ...(level ? { level } : {}),
    ...(q ? { text: q } : {}),
    ...(request_id ? { requestId: request_id } : {}),
    ...(run_id ? { runId: run_id } : {}),
    ...(from ? { from: instantOf('from', from) } : {}),
    ...(to ? { to: instantOf('to', to) } : {}),
  }
}

function sweeps({ sweeps: known, runner }: RouteDeps): SweepStatus {
  const status = known.status()
  return {
    every_sec: Math.ceil(known.everyMs / 1000),
    retention_days: Math.floor(runner.limits.retentionDays),
    running: status.running,
    last_started_at: status.lastStartedAt,
    last_finished_at: status.lastFinishedAt,
    last_error: status.lastError,
    runs_removed: status.runsRemoved,
    runs_removed_total: status.runsRemovedTotal,
  }
}
