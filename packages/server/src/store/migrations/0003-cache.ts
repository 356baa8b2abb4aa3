/** Which run answers a request that was seen before. A run knows its key from the start, and is entered when it succeeds. */
export const cache = [
  'alter table runs add column cache_key text',
  `create table cache (
    project_id text not null,
    key text not null,
    run_id text not null references runs (id),
    created_at text not null,
    constraint cache_key primary key (project_id, key)
  )`,
  'create index cache_by_run on cache (run_id)',
]
