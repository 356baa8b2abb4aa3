import { type Static, Type } from 'typebox'
import { closed, Instant, nullable, oneOf } from './shared.ts'

export const webhookEvents = ['job.started', 'job.waiting_user', 'job.succeeded', 'job.failed', 'job.canceled'] as const

export const Webhook = closed(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'http or https. Who receives must answer 2xx within 10 seconds',
    }),
    events: Type.Optional(
      Type.Array(oneOf(webhookEvents), {
        minItems: 1,
        maxItems: 5,
        uniqueItems: true,
        description: 'The three ends when left out',
      }),
    ),
    secret_ref: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Which secret of the server signs it; its usual one when left out',
      }),
    ),
  },
  { $id: 'Webhook', description: 'Whom to tell. What is sent is a WebhookMessage, signed by the rules of Standard Webhooks' },
)

export const WebhookMessage = closed(
  {
    type: oneOf(webhookEvents),
    timestamp: Instant,
    data: closed({
      request_id: Type.String(),
      run_id: Type.String(),
      skill_id: Type.String(),
      status: Type.String(),
      error_code: nullable(Type.String()),
      pending_interaction_id: nullable(Type.Integer()),
      result_url: nullable(Type.String({ description: 'A path of this server; null before the end' })),
    }),
  },
  { $id: 'WebhookMessage' },
)

export const Delivery = closed(
  {
    id: Type.String({ description: 'webhook-id: the same at every try, so that a receiver can tell a repeat' }),
    event: oneOf(webhookEvents),
    url: Type.String({ description: 'Without what could be a password in it' }),
    state: oneOf(['pending', 'delivered', 'given_up']),
    tries: Type.Integer({ minimum: 0 }),
    last_status: nullable(Type.Integer({ description: 'null: nobody answered' })),
    last_error: nullable(Type.String()),
    created_at: Instant,
    last_try_at: nullable(Instant),
    next_try_at: nullable(Instant),
    delivered_at: nullable(Instant),
  },
  { $id: 'Delivery' },
)

export const DeliveryList = closed({ request_id: Type.String(), deliveries: Type.Array(Delivery) }, { $id: 'DeliveryList' })

export type Webhook = Static<typeof Webhook>
export type WebhookMessage = Static<typeof WebhookMessage>
export type Delivery = Static<typeof Delivery>
export type DeliveryList = Static<typeof DeliveryList>
