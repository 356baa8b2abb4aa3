/** Tests of skills: one row for each, and one for each of its cells. */
export const evals = [
  `create table evals (
    id text not null primary key,
    project_id text not null,
    principal text not null,
    caller text not null,
    day_limits text not null,
    skill_id text not null,
    skill_version text not null,
    skill_digest text not null,
    temporary integer not null,
    eval_plan text not null,
    state text not null,
    cancel_requested_at text,
    created_at text not null,
    finished_at text,
    node_id text
  )`,
  'create index evals_of_project on evals (project_id, created_at, id)',
  'create index evals_by_state on evals (state)',
  `create table eval_cells (
    eval_id text not null,
    cell_no integer not null,
    case_id text not null,
    engine text not null,
    repetition integer not null,
    state text not null,
    tries integer not null,
    job_id text,
    grade_job_id text,
    outcome text,
    primary key (eval_id, cell_no)
  )`,
]
