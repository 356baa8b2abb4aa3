import type { FastifyInstance } from 'fastify'
import { numberBefore } from '../cursor.ts'
import { limitOf } from '../limit.ts'
import { route } from '../route.ts'
import type { RouteDeps } from './deps.ts'

/** Who changed what on this server. */
export function adminActionRoutes(app: FastifyInstance, { runner }: RouteDeps): void {
  route(app, 'listAdminActions', async ({ query }) => {
    const { principal, action, cursor } = query
    const limit = limitOf(query, 50)
    const rows = await runner.store.adminActions.list({
      limit: limit + 1,
      ...(principal ? { principal } : {}),
      ...(action ? { action } : {}),
      ...(cursor ? { before: numberBefore(cursor) } : {}),
    })
    const page = rows.slice(0, limit)
    return {
      actions: page.map(({ errorCode, xRequestId, ...row }) => ({ ...row, error_code: errorCode, x_request_id: xRequestId })),
      next_cursor: rows.length > limit ? String(page.at(-1)?.id ?? '') : null,
    }
  })
}
