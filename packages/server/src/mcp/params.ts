import type { StandardSchemaV1Sync } from '@modelcontextprotocol/server'
import { Fault } from '../lib/fault.ts'
import { firstViolations, type Violation } from '../lib/violation.ts'
import type { Sdk } from './sdk.ts'
import type { Era } from './server.ts'
import { taskParams } from './task-methods.ts'

/** What the params of a message are refused with; null: they fit, or it is no request of its revision that is known here. */
export type JudgeParams = (request: Request, message: unknown) => Promise<Response | null>

/**
 * Params are held against the schemas of the SDK before it sees them: what it throws by itself looks like a bug, and names every violation
 * of a megabyte.
 */
export function judgeParamsBy(sdk: Sdk): JudgeParams {
  const schemas = schemasBy(sdk)
  return async (request, message) => {
    const { id, method, params = {} } = (message ?? {}) as { id?: unknown; method?: unknown; params?: unknown }
    const schema = schemas.get(method)
    // A notification is answered by nothing.
    if (!schema || (typeof id !== 'string' && typeof id !== 'number')) return null
    const { issues } = schema['~standard'].validate(params)
    if (!issues) return null
    const era: Era = (await sdk.isLegacyRequest(request, message)) ? 'legacy' : 'modern'
    // What the other revision calls so does not exist in this one, and the SDK says that.
    if ((onlyIn.get(method) ?? era) !== era) return null
    return refusal(sdk, id, new Fault('INVALID_REQUEST', { problems: problemsOf(issues) }))
  }
}

const onlyIn: ReadonlyMap<unknown, Era> = new Map<unknown, Era>([
  ['initialize', 'legacy'],
  ['subscriptions/listen', 'modern'],
  ['tasks/get', 'modern'],
  ['tasks/update', 'modern'],
  ['tasks/cancel', 'modern'],
])

function schemasBy({ specTypeSchemas: of }: Sdk): ReadonlyMap<unknown, StandardSchemaV1Sync> {
  return new Map<unknown, StandardSchemaV1Sync>([
    ['initialize', of.InitializeRequestParams],
    ['tools/list', of.PaginatedRequestParams],
    ['tools/call', of.CallToolRequestParams],
    ['prompts/list', of.PaginatedRequestParams],
    ['prompts/get', of.GetPromptRequestParams],
    ['resources/list', of.PaginatedRequestParams],
    ['resources/templates/list', of.PaginatedRequestParams],
    ['resources/read', of.ReadResourceRequestParams],
    ['resources/directory/read', of.ReadResourceRequestParams],
    ['skills/list', of.PaginatedRequestParams],
    ['skills/get', of.ReadResourceRequestParams],
    ['subscriptions/listen', of.SubscriptionsListenRequestParams],
    ['tasks/get', taskParams],
    ['tasks/update', taskParams],
    ['tasks/cancel', taskParams],
  ])
}

type Issues = NonNullable<ReturnType<StandardSchemaV1Sync['~standard']['validate']>['issues']>

function problemsOf(issues: Issues): Violation[] {
  const problems = issues.map(({ path = [], message }) => {
    const parts = path.map((part) => String(typeof part === 'object' ? part.key : part))
    return {
      path: ['/params', ...parts.map(pointerPart)].join('/').slice(0, 256),
      message: message.slice(0, 256),
      keyword: 'params',
    }
  })
  return firstViolations(problems)
}

const pointerPart = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** In band, as the protocol has it: some clients read no error from a status. */
const refusal = ({ ProtocolErrorCode }: Sdk, id: string | number, { code, message, details }: Fault): Response =>
  Response.json({
    jsonrpc: '2.0',
    id,
    error: { code: ProtocolErrorCode.InvalidParams, message, data: { code, message, details } },
  })
