/** Which server works on it, or has its files; null: it is from before several could share a database. */
export const nodes = ['runs', 'exec_sessions', 'exec_tasks', 'exec_jobs', 'package_installs'].map(
  (table) => `alter table ${table} add column node_id text`,
)
