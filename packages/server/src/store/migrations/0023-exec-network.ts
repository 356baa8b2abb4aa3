/** The hosts that a task may reach: whoever sees it to its end opens the gate for these. */
export const execNetwork = [
  "alter table exec_tasks add column network text not null default '[]'",
  "alter table exec_jobs add column network text not null default '[]'",
]
