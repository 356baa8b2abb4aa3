/** Who asked for a run, so that callers share the queue; and the round in which it starts, decided when it takes its place. */
export const callers = [
  "alter table runs add column caller text default '' not null",
  'alter table runs add column queue_round integer default 0 not null',
  'drop index runs_by_state',
  'create index runs_by_round on runs (state, awaiting_upload, queue_round, queue_no)',
  'create index runs_by_caller on runs (state, awaiting_upload, caller, queue_round)',
]
