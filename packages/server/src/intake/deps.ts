import type { Bounded } from '../bounded/pool.ts'
import type { Auth } from '../installed/auth.ts'
import type { Installations } from '../installed/installations.ts'
import type { ModelLists } from '../installed/model-lists.ts'
import type { CheckOptions } from '../packages/check.ts'
import type { RunsDeps } from '../runs/deps.ts'
import type { InTurn } from '../runs/in-turn.ts'
import type { Registry } from '../skills/registry.ts'
import type { CheckWebhook } from '../webhooks/check.ts'

/** What requests work with. */
export interface IntakeDeps extends RunsDeps {
  readonly registry: Registry
  readonly bounded: Bounded
  readonly installations: Installations
  readonly auth: Auth
  readonly modelLists: ModelLists
  /** How skill packages are checked. */
  readonly packageCheck: Omit<CheckOptions, 'strict'>
  /** Rejects a webhook that leads where it must not, or that nobody could sign. */
  readonly checkWebhook: CheckWebhook
  readonly inTurn: InTurn
  /** Free bytes of the disk that holds the data. */
  readonly freeBytes: () => Promise<number>
}
