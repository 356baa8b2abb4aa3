import { type Static, Type } from 'typebox'
import { closed, Instant, nullable, oneOf, open } from './shared.ts'

export const webhookEvents = ['job.started', 'job.waiting_user', 'job.succeeded', 'job.failed', 'job.canceled'] as const

export const Webhook = open(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'http or https. The receiver must respond with 2xx within 10 seconds',
    }),
    events: Type.Optional(
      Type.Array(oneOf(webhookEvents), {
        minItems: 1,
        maxItems: 5,
        uniqueItems: true,
        description: 'Default: the three final events',
      }),
    ),
    secret_ref: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The secret of the server that signs it; default: its own',
      }),
    ),
  },
  { $id: 'Webhook', description: 'Where to send a WebhookMessage, signed according to Standard Webhooks' },
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
      result_url: nullable(Type.String({ description: 'A path on this server; null until the job ends' })),
    }),
  },
  { $id: 'WebhookMessage' },
)

export const deliveryStates = ['pending', 'delivered', 'given_up'] as const

export const Delivery = closed(
  {
    id: Type.String({ description: 'webhook-id: the same at every attempt, so that a receiver can recognize a repeat' }),
    event: oneOf(webhookEvents),
    url: Type.String({ description: 'Without its query' }),
    state: oneOf(deliveryStates),
    tries: Type.Integer({ minimum: 0 }),
    last_status: nullable(Type.Integer({ description: 'null: no response' })),
    last_error: nullable(Type.String()),
    created_at: Instant,
    last_try_at: nullable(Instant),
    next_try_at: nullable(Instant),
    delivered_at: nullable(Instant),
  },
  { $id: 'Delivery' },
)

export const DeliveryList = closed({ request_id: Type.String(), deliveries: Type.Array(Delivery) }, { $id: 'DeliveryList' })

export const ManagedDelivery = closed(
  { ...Delivery.properties, request_id: Type.String({ description: 'The job; it may have been deleted since' }) },
  { $id: 'ManagedDelivery' },
)

export const ManagedDeliveryList = closed(
  {
    deliveries: Type.Array(ManagedDelivery, { description: 'Newest first' }),
    next_cursor: nullable(Type.String()),
  },
  { $id: 'ManagedDeliveryList' },
)

export type Webhook = Static<typeof Webhook>
export type WebhookMessage = Static<typeof WebhookMessage>
export type Delivery = Static<typeof Delivery>
export type DeliveryList = Static<typeof DeliveryList>
export type ManagedDeliveryList = Static<typeof ManagedDeliveryList>
