import { runs } from './0001-runs.ts'
import { uploads } from './0002-uploads.ts'
import { cache } from './0003-cache.ts'
import { idempotency } from './0004-idempotency.ts'
import { engines } from './0005-engines.ts'
import { conversations } from './0006-conversations.ts'
import { packages } from './0007-packages.ts'
import { temporary } from './0008-temporary.ts'
import { webhooks } from './0009-webhooks.ts'
import { adminActions } from './0010-admin-actions.ts'
import { dueDeliveries } from './0011-due-deliveries.ts'
import { places } from './0012-places.ts'
import type { migrationNames } from './names.ts'

/** The statements of each, in order. */
export type Migrations = Readonly<Record<string, readonly string[]>>

export const migrations: Readonly<Record<(typeof migrationNames)[number], readonly string[]>> = {
  '0001-runs': runs,
  '0002-uploads': uploads,
  '0003-cache': cache,
  '0004-idempotency': idempotency,
  '0005-engines': engines,
  '0006-conversations': conversations,
  '0007-packages': packages,
  '0008-temporary': temporary,
  '0009-webhooks': webhooks,
  '0010-admin-actions': adminActions,
  '0011-due-deliveries': dueDeliveries,
  '0012-places': places,
}
