/** Tasks that others connect to. */
export const services = [
  "alter table exec_tasks add column kind text not null default 'task'",
  'alter table exec_tasks add column service text',
  "alter table exec_tasks add column endpoints text not null default '[]'",
  // Of all tasks of a project, services are few.
  "create index exec_tasks_services on exec_tasks (project_id, created_at, id) where kind = 'service'",
]
