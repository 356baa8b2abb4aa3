/** Step jobs of projects. A step is a task, and knows its job. */
export const execJobs = [
  `create table exec_jobs (
    id text primary key,
    project_id text not null,
    session_id text not null,
    session_alias text not null,
    owner text not null,
    skill text not null,
    version_hash text not null,
    workdir text not null,
    env text not null,
    steps text not null,
    max_wall_time_sec integer not null,
    state text not null,
    error text,
    cancel_requested_at text,
    created_at text not null,
    started_at text,
    finished_at text
  )`,
  'create index exec_jobs_by_project on exec_jobs (project_id, created_at, id)',
  "create index exec_jobs_alive on exec_jobs (state, created_at) where state in ('queued', 'running')",
  'create index exec_jobs_by_end on exec_jobs (finished_at) where finished_at is not null',
  'alter table exec_tasks add column job_id text',
  'alter table exec_tasks add column step_index integer',
  // No step twice, whatever goes wrong.
  'create unique index exec_tasks_by_job on exec_tasks (job_id, step_index) where job_id is not null',
  // The list of tasks leaves steps out: it must not read past them.
  'drop index exec_tasks_by_project',
  'create index exec_tasks_by_project on exec_tasks (project_id, created_at, id) where job_id is null',
]
