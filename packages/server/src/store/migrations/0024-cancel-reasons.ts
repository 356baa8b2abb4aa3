/** Why somebody wanted a task or step job to end, in their words. */
export const cancelReasons = [
  'alter table exec_tasks add column cancel_reason text',
  'alter table exec_jobs add column cancel_reason text',
]
