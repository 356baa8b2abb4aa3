/** What tokens may do in a project. */
export const profiles = [
  `create table profiles (
    project_id text not null,
    name text not null,
    allowed_tools text not null,
    ui_allowed integer not null,
    created_at text not null,
    updated_at text not null,
    primary key (project_id, name)
  )`,
]
