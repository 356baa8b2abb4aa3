import { type Static, Type } from 'typebox'
import { closed, Instant, nullable } from './shared.ts'

const ReaperCounts = closed({
  overdue_ended: Type.Integer({ description: 'Tasks that ran longer than they may and had to be ended' }),
  taken_up: Type.Integer({ description: 'Tasks that nobody looked after any more' }),
  sessions_removed: Type.Integer(),
  tasks_removed: Type.Integer({ description: 'Tasks that ended longer ago than retention_days' }),
  folders_removed: Type.Integer({ description: 'Left by a crash: they belong to no task, command or session' }),
  groups_removed: Type.Integer({ description: 'cgroups that nobody is in' }),
  sandboxes_removed: Type.Integer({ description: 'Remote sandboxes that are idle, too old, or of a deleted session' }),
})

export const ReaperStatus = closed(
  {
    every_sec: Type.Integer(),
    limits: closed({
      overdue_sec: Type.Integer({ description: 'A task is ended this long after its own time is over' }),
      session_days: Type.Integer({ description: 'Sessions that nobody used for so long are deleted; 0: never' }),
      retention_days: Type.Integer({ description: 'Tasks are deleted so long after their end; 0: never' }),
    }),
    running: Type.Boolean(),
    last_started_at: nullable(Instant),
    last_finished_at: nullable(Instant),
    last_error: nullable(Type.String()),
    last: ReaperCounts,
    total: closed(ReaperCounts.properties, { description: 'Since the server started' }),
  },
  { $id: 'ReaperStatus' },
)

export const ReaperRun = closed({ reaped: ReaperCounts }, { $id: 'ReaperRun' })

export type ReaperCounts = Static<typeof ReaperCounts>
export type ReaperStatus = Static<typeof ReaperStatus>
