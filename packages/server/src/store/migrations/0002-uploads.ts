/** Runs that wait for their files: they are there, and not in the queue. */
export const uploads = [
  'alter table runs add column awaiting_upload integer default 0 not null',
  'drop index runs_by_state',
  'create index runs_by_state on runs (state, awaiting_upload, queue_no)',
]
