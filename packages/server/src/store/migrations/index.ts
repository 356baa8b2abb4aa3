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
import { callers } from './0013-callers.ts'
import { projectSkills } from './0014-project-skills.ts'
import { exec } from './0015-exec.ts'
import { services } from './0016-services.ts'
import { execJobs } from './0017-exec-jobs.ts'
import { execArtifacts } from './0018-exec-artifacts.ts'
import { profiles } from './0019-profiles.ts'
import { execLimits } from './0020-exec-limits.ts'
import { skillLabels } from './0021-skill-labels.ts'
import { execAnswers } from './0022-exec-answers.ts'
import { execNetwork } from './0023-exec-network.ts'
import { cancelReasons } from './0024-cancel-reasons.ts'
import { answersKept } from './0025-answers-kept.ts'
import { uploadIds } from './0026-uploads.ts'
import { nodes } from './0027-nodes.ts'
import { lastWrites } from './0028-last-writes.ts'
import { receipts } from './0029-receipts.ts'
import { budgets } from './0030-budgets.ts'
import { evals } from './0031-evals.ts'
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
  '0013-callers': callers,
  '0014-project-skills': projectSkills,
  '0015-exec': exec,
  '0016-services': services,
  '0017-exec-jobs': execJobs,
  '0018-exec-artifacts': execArtifacts,
  '0019-profiles': profiles,
  '0020-exec-limits': execLimits,
  '0021-skill-labels': skillLabels,
  '0022-exec-answers': execAnswers,
  '0023-exec-network': execNetwork,
  '0024-cancel-reasons': cancelReasons,
  '0025-answers-kept': answersKept,
  '0026-uploads': uploadIds,
  '0027-nodes': nodes,
  '0028-last-writes': lastWrites,
  '0029-receipts': receipts,
  '0030-budgets': budgets,
  '0031-evals': evals,
}
