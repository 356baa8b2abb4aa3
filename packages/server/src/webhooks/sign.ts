import { createHmac } from 'node:crypto'

/** The headers of Standard Webhooks: who receives can tell that the message is ours, is whole, is fresh, and is not a repeat. */
export function signed(id: string, at: Date, body: string, secret: string): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}
