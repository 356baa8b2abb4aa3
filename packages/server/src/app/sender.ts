import { openSender, type Sender } from '../webhooks/sender.ts'
import type { AppOptions } from './options.ts'
import type { Base, Parts } from './parts.ts'
import { version } from './version.ts'

export const senderOf = ({ config }: AppOptions, parts: Parts, { metrics, webhookSecrets }: Base): Sender =>
  openSender({
    ...parts,
    world: parts.gateWorld,
    allow: config.webhooks.allow,
    secretOf: webhookSecrets.of,
    pace: parts.limits.webhooks,
    userAgent: `agent-skill-runner/${version}`,
    onTried: (outcome) => metrics.webhookTried(outcome),
  })
