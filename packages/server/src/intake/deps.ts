import type { Bounded } from '../bounded/pool.ts'
import type { Auth } from '../installed/auth.ts'
import type { Installations } from '../installed/installations.ts'
import type { ModelLists } from '../installed/model-lists.ts'
import type { CheckOptions } from '../packages/check.ts'
import type { RunsDeps } from '../runs/deps.ts'
import type { InTurn } from '../runs/in-turn.ts'
import type { Registry } from '../skills/registry.ts'
import type { CheckWebhook } from '../webhooks/check.ts'

/** The dependencies of requests. */
export interface IntakeDeps extends RunsDeps {
  readonly registry: Registry
  readonly bounded: Bounded
  readonly installations: Installations
  readonly auth: Auth
  readonly modelLists: ModelLists
  /** How skill packages are checked. */
  readonly packageCheck: Omit<CheckOptions, 'strict'>
  /** Rejects a webhook with a forbidden address or an unknown secret. */
  readonly checkWebhook: CheckWebhook
  readonly inTurn: InTurn
}
