/** Sessions of projects, and the tasks that run in them. */
export const exec = [
  `create table exec_sessions (
    id text primary key,
    project_id text not null,
    owner text not null,
    alias text not null,
    created_at text not null,
    last_used_at text not null
  )`,
  'create unique index exec_sessions_by_alias on exec_sessions (project_id, owner, alias)',
  `create table exec_tasks (
    id text primary key,
    project_id text not null,
    session_id text not null,
    session_alias text not null,
    owner text not null,
    skill text not null,
    version_hash text not null,
    command text not null,
    workdir text not null,
    env text not null,
    timeout_sec integer not null,
    state text not null,
    exit_code integer,
    error text,
    cancel_requested_at text,
    process_pid integer,
    process_start_time text,
    created_at text not null,
    started_at text,
    finished_at text
  )`,
  'create index exec_tasks_by_project on exec_tasks (project_id, created_at, id)',
  // Of all that ever ran, those that still do are few.
  "create index exec_tasks_alive on exec_tasks (state, created_at) where state in ('queued', 'starting', 'running')",
]
