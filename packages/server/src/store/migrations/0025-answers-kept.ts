/** How long each answer is, so that those of one caller can be counted without reading them. Null: none is kept. */
export const answersKept = [
  'alter table idempotency add column answer_bytes integer',
  'update idempotency set has_result = 1, answer_bytes = octet_length(answer) where answer is not null',
  `create index idempotency_answers on idempotency (principal, created_at, project_id, key, answer_bytes)
    where answer_bytes is not null`,
]
