import type { Webhook as Asked } from '@agent-skill-runner/contract/webhook.ts'
import type { Wish } from '../domain/job.ts'
import type { Webhook } from '../domain/webhook.ts'
import type { IntakeDeps } from './deps.ts'

/** Whom to tell about a new job, checked; null: nobody. It is kept in the transaction that makes the job. */
export const webhookOf = (deps: IntakeDeps, { webhook }: Wish): Webhook | null => (webhook ? deps.checkWebhook(webhook) : null)

/** As it was asked for. */
export const askedFor = ({ url, events, secretRef }: Webhook): Asked => ({
  url,
  events: [...events],
  ...(secretRef === null ? {} : { secret_ref: secretRef }),
})
