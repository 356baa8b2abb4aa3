/** What a run asked and was answered, and what it needs to go on with the session of its engine. */
export const conversations = [
  'alter table runs add column pending_interaction integer',
  'alter table runs add column interaction_count integer default 0 not null',
  'alter table runs add column auto_decision_count integer default 0 not null',
  'alter table runs add column last_auto_decision_at text',
  'alter table runs add column session_handle text',
  `create table interactions (
    run_id text not null references runs (id),
    id integer not null,
    attempt integer not null,
    question text not null,
    asked_at text not null,
    expires_at text,
    resolution text,
    response text,
    files text,
    answer_key text,
    answered_at text,
    constraint interaction_of_run primary key (run_id, id)
  )`,
  // Whoever answers for people looks for what is due next.
  'create index interactions_by_expiry on interactions (expires_at, answered_at)',
]
