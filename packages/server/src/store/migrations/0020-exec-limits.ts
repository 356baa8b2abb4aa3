/** What projects may do of what the server allows, and what the reaper looks for. */
export const execLimits = [
  `create table project_limits (
    project_id text primary key,
    limits text not null,
    updated_at text not null
  )`,
  'create index exec_tasks_by_end on exec_tasks (finished_at) where finished_at is not null',
  'create index exec_sessions_by_use on exec_sessions (last_used_at)',
]
