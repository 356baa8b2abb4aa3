/** Whom to tell about which job, and what is told. A delivery has all that it needs: it outlives its job. */
export const webhooks = [
  `create table webhooks (
    job_id text primary key,
    url text not null,
    events text not null,
    secret_ref text
  )`,
  `create table deliveries (
    id text primary key,
    no integer not null,
    job_id text not null,
    run_id text not null,
    event text not null,
    url text not null,
    host text not null,
    body text not null,
    secret_ref text,
    state text not null,
    tries integer not null,
    last_status integer,
    last_error text,
    created_at text not null,
    last_try_at text,
    next_try_at text,
    delivered_at text
  )`,
  'create index deliveries_of_job on deliveries (job_id, no)',
  'create index deliveries_by_time on deliveries (state, next_try_at)',
  'create index deliveries_by_no on deliveries (no)',
]
