/** Projects, the skills that were uploaded to each, and every version of those. */
export const projectSkills = [
  `create table projects (
    id text primary key,
    created_at text not null
  )`,
  `create table project_skills (
    project_id text not null,
    name text not null,
    description text not null,
    version_hash text not null,
    enabled integer not null,
    primary key (project_id, name)
  )`,
  `create table project_skill_versions (
    project_id text not null,
    name text not null,
    version_hash text not null,
    description text not null,
    files integer not null,
    bytes integer not null,
    principal text not null,
    created_at text not null,
    primary key (project_id, name, version_hash)
  )`,
]
