import type { ReaperCounts, ReaperStatus } from '@agent-skill-runner/contract/reaper.ts'
import type { FastifyInstance } from 'fastify'
import { overdueSec, type Reaped } from '../../exec/reap.ts'
import { route } from '../route.ts'
import type { RouteDeps } from './deps.ts'

/** What is tidied up of the skills service, and when. */
export function reaperRoutes(app: FastifyInstance, { runner, exec }: RouteDeps): void {
  route(app, 'getReaper', () => status())
  route(app, 'runReaper', async () => {
    const reaped = await exec.reaper.run()
    return { reaped: present(reaped) }
  })

  const status = (): ReaperStatus => {
    const { running, lastStartedAt, lastFinishedAt, lastError, last, total } = exec.reaper.status()
    return {
      every_sec: Math.ceil(runner.limits.reapEveryMs / 1000),
      limits: {
        overdue_sec: overdueSec,
        session_days: exec.limits.sessionDays,
        retention_days: Math.floor(runner.limits.retentionDays),
      },
      running,
      last_started_at: lastStartedAt,
      last_finished_at: lastFinishedAt,
      last_error: lastError,
      last: present(last),
      total: present(total),
    }
  }
}

const present = ({ overdue, takenUp, sessions, tasks, folders, groups, sandboxes }: Reaped): ReaperCounts => ({
  overdue_ended: overdue,
  taken_up: takenUp,
  sessions_removed: sessions,
  tasks_removed: tasks,
  folders_removed: folders,
  groups_removed: groups,
  sandboxes_removed: sandboxes,
})
