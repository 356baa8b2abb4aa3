/** In order, and never edited once released: a change is a new entry. */
export const migrationNames = [
  '0001-runs',
  '0002-uploads',
  '0003-cache',
  '0004-idempotency',
  '0005-engines',
  '0006-conversations',
  '0007-packages',
  '0008-temporary',
  '0009-webhooks',
  '0010-admin-actions',
  '0011-due-deliveries',
  '0012-places',
] as const
