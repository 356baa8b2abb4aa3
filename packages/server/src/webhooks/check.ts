import type { Webhook as Asked } from '@agent-skill-runner/contract/webhook.ts'
import { usualEvents, type Webhook } from '../domain/webhook.ts'
import { Fault } from '../lib/fault.ts'
import type { SecretOf } from './secrets.ts'
import { targetOf } from './target.ts'

/** A webhook as it is kept, or the fault that says what is wrong with it. Where its name leads is looked at whenever something is sent. */
export type CheckWebhook = (asked: Asked) => Webhook

export function checkBy(allow: readonly string[], secretOf: SecretOf): CheckWebhook {
  return ({ url, events = usualEvents, secret_ref = null }) => {
    const target = targetOf(url, allow)
    if ('problem' in target) throw invalid('/webhook/url', target.problem)
    if (secretOf(secret_ref) === undefined) throw invalid('/webhook/secret_ref', 'is not a secret of this server')
    return { url: target.url.href, events: [...events], secretRef: secret_ref }
  }
}

const invalid = (path: string, message: string): Fault =>
  new Fault('WEBHOOK_INVALID', { problems: [{ path, message, keyword: 'webhook' }] })
