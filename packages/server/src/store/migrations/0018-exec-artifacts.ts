/** Artifacts of projects, what tasks take and leave of them, and the versions of skills that sessions have chosen. */
export const execArtifacts = [
  `create table exec_artifacts (
    id text primary key,
    project_id text not null,
    name text not null,
    bytes integer not null,
    sha256 text not null,
    mime text not null,
    source text not null,
    source_id text,
    created_at text not null
  )`,
  'create index exec_artifacts_by_project on exec_artifacts (project_id, created_at, id)',
  'create index exec_artifacts_by_age on exec_artifacts (created_at)',
  "alter table exec_tasks add column inputs text not null default '[]'",
  "alter table exec_tasks add column outputs text not null default '[]'",
  "alter table exec_tasks add column created_artifacts text not null default '[]'",
  "alter table exec_tasks add column output_errors text not null default '[]'",
  `create table exec_activations (
    session_id text not null,
    skill text not null,
    version_hash text not null,
    primary key (session_id, skill)
  )`,
]
