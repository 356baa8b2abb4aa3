import type { Migration } from 'kysely/migration'
import * as runs from './0001-runs.ts'
import * as uploads from './0002-uploads.ts'
import * as cache from './0003-cache.ts'
import * as idempotency from './0004-idempotency.ts'
import * as engines from './0005-engines.ts'
import * as conversations from './0006-conversations.ts'
import * as packages from './0007-packages.ts'
import * as temporary from './0008-temporary.ts'
import * as webhooks from './0009-webhooks.ts'
import * as adminActions from './0010-admin-actions.ts'
import * as dueDeliveries from './0011-due-deliveries.ts'
import * as places from './0012-places.ts'
import type { migrationNames } from './names.ts'

/** What each of the names does. */
export const migrations: Record<(typeof migrationNames)[number], Migration> = {
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
