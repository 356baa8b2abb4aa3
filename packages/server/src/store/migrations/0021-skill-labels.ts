/** When a skill of a project came to be, and the label that its uploader gave it. */
export const skillLabels = [
  "alter table project_skills add column created_at text not null default ''",
  'alter table project_skills add column display_name text',
  `update project_skills set created_at = coalesce((
    select min(version.created_at) from project_skill_versions version
    where version.project_id = project_skills.project_id and version.name = project_skills.name
  ), '')`,
  'create index project_skills_by_age on project_skills (project_id, created_at, name)',
]
