/** What was answered under an idempotency key. It outlives the job: within its time a key never makes a second one. */
export const idempotency = [
  `create table idempotency (
    project_id text not null,
    principal text not null,
    key text not null,
    fingerprint text not null,
    job_id text not null,
    cache_hit integer not null,
    status text not null,
    has_result integer not null,
    created_at text not null,
    constraint idempotency_key primary key (project_id, principal, key)
  )`,
  'create index idempotency_by_age on idempotency (created_at)',
]
