/** What became of every installation of a skill package. */
export const packages = [
  `create table package_installs (
    id text primary key,
    project_id text not null,
    principal text not null,
    status text not null,
    skill_id text,
    version text,
    digest text,
    action text,
    error text,
    idempotency_key text,
    fingerprint text,
    created_at text not null,
    finished_at text
  )`,
  // Of two that come at once under one key, one is the first.
  'create unique index package_install_by_key on package_installs (project_id, principal, idempotency_key)',
  'create index package_installs_by_age on package_installs (created_at)',
]
