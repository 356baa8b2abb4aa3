/** The messages of one host may be very many: those that must wait for it are passed over without a look at their rows. */
export const dueDeliveries = [
  'create index deliveries_due on deliveries (state, next_try_at, no, host, id, job_id)',
  'drop index deliveries_by_time',
]
