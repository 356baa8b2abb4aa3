import type { Delivery as DeliveryView } from '@agent-skill-runner/contract/webhook.ts'
import type { FastifyInstance } from 'fastify'
import type { Delivery } from '../../domain/webhook.ts'
import { shownUrl } from '../../webhooks/target.ts'
import { numberBefore } from '../cursor.ts'
import { limitOf } from '../limit.ts'
import { type Call, route } from '../route.ts'
import type { DoorDeps, RouteDeps } from './deps.ts'
import { type Find, findJob } from './find.ts'

/** What was told of a job, and what became of that. */
export function deliveryRoutes(app: FastifyInstance, { runner }: RouteDeps): void {
  route(app, 'listJobDeliveries', deliveriesOf(runner, findJob(runner)))

  route(app, 'listDeliveries', async ({ principal, query }) => {
    const { state, cursor } = query
    const { deliveries, next } = await runner.store.webhooks.list({
      limit: limitOf(query, 50),
      ...(principal.anyProject ? {} : { projectId: principal.projectId }),
      ...(state ? { state } : {}),
      ...(cursor ? { before: numberBefore(cursor) } : {}),
    })
    return {
      deliveries: deliveries.map((delivery) => ({ ...view(delivery), request_id: delivery.job })),
      next_cursor: next === null ? null : String(next),
    }
  })
}

export const deliveriesOf = (runner: DoorDeps, find: Find) => async (call: Call<'listJobDeliveries'>) => {
  const { job } = await find(call)
  return { request_id: job.id, deliveries: (await runner.store.webhooks.deliveries(job.id)).map(view) }
}

const view = (delivery: Delivery): DeliveryView => ({
  id: delivery.id,
  event: delivery.event,
  url: shownUrl(delivery.url),
  state: delivery.state,
  tries: delivery.tries,
  last_status: delivery.lastStatus,
  last_error: delivery.lastError,
  created_at: delivery.createdAt,
  last_try_at: delivery.lastTryAt,
  next_try_at: delivery.nextTryAt,
  delivered_at: delivery.deliveredAt,
})
