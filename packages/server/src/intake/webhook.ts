import type { Webhook as Asked } from '@agent-skill-runner/contract/webhook.ts'
import type { Wish } from '../domain/job.ts'
import type { Webhook } from '../domain/webhook.ts'
import type { IntakeDeps } from './deps.ts'

/** The checked webhook of a new job; null: none. It is stored in the transaction that creates the job. */
export const webhookOf = (deps: IntakeDeps, { webhook }: Wish): Webhook | null => (webhook ? deps.checkWebhook(webhook) : null)

/** As requested. */
export const askedFor = ({ url, events, secretRef }: Webhook): Asked => ({
  url,
  events: [...events],
  ...(secretRef === null ? {} : { secret_ref: secretRef }),
})
