import type { FastifyInstance } from 'fastify'
import { readiness } from '../../upkeep/ready.ts'
import { route } from '../route.ts'
import type { RouteDeps } from './deps.ts'

export function healthRoutes(app: FastifyInstance, { runner, attempts, metrics, version }: RouteDeps): void {
  route(app, 'getHealth', () => ({ status: 'ok' }) as const)

  route(app, 'getReadiness', async ({ reply }) => {
    const answer = await readiness(runner, version, attempts.stopping)
    if (!answer.ready) reply.code(503)
    return answer
  })

  route(app, 'getMetrics', async ({ reply }) => {
    const { type, text } = await metrics.render()
    return reply.type(type).send(text)
  })
}
