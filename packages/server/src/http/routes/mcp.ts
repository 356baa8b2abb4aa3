import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defaultProject } from '../../domain/project.ts'
import { toolRefusalOf } from '../../domain/tools.ts'
import { Fault } from '../../lib/fault.ts'
import type { Wakes } from '../../lib/wakes.ts'
import { isListening } from '../../mcp/listening.ts'
import type { Mcp } from '../../mcp/open.ts'
import type { Caller, List } from '../../mcp/rest.ts'
import { installedSkillsTopic, projectTopic } from '../../skills/topic.ts'
import { askWithin, type Inner } from '../inner.ts'
import { invalidRequest } from '../invalid-request.ts'
import { sendRpcError } from '../json-rpc.ts'
import { type LimitOpen, limitOpenBy } from '../open-requests.ts'
import { faultOf, isPageOf, type Profiles } from '../require-tool.ts'
import { endOf } from '../route.ts'
import type { RouteDeps } from './deps.ts'

const paths = ['/mcp', '/mcp/projects/:project_id'] as const

/** Streams of one caller; of all together the SDK has twice as many. */
const mostListening = 512

/** MCP by Streamable HTTP. Each message is one POST; whatever it asks for becomes requests to the other routes. */
export function mcpRoutes(app: FastifyInstance, deps: McpRouteDeps): void {
  let opened: Promise<Mcp> | null = null
  let mcp: Mcp | null = null
  const held = new Set<Promise<void>>()
  const { limitListening = limitOpenBy(mostListening) } = deps
  // Before the requests end that hold them.
  app.closing.signal.addEventListener('abort', () => mcp?.endStreams())
  // What was said last is still under way, and a connection that has no request left is closed.
  app.addHook('preClose', async () => void (await Promise.all(held)))
  app.addHook('onClose', async () => (await opened?.catch(() => null))?.close())
  for (const url of paths)
    app.route({
      method: 'POST',
      url,
      // Open to everyone who may read anything: what they may call is told by their tools.
      config: { scope: 'read', operation: 'mcp', isStream: true },
      errorHandler: sendRpcError,
      handler: async (request, reply) => {
        await requireName(app, request)
        requireOneMessage(request.body)
        opened ??= open(app, deps).catch((error) => {
          opened = null
          throw error
        })
        mcp = await opened
        const end = endOf(request, reply)
        const caller = await callerOf(app, deps, { outer: request, signal: end })
        // Who left while the caller was looked up closes nothing any more, and a stream of his would be waited for at the end.
        if (reply.raw.destroyed) return reply.hijack()
        if (isListening(request.body)) limitListening(request, reply)
        if (!isListening(request.body)) return send(reply, await mcp.answer(webRequestOf(request, end), request.body, caller))
        const over = new Promise<void>((resolve) => reply.raw.once('close', resolve)).finally(() => held.delete(over))
        held.add(over)
        const response = await mcp.answer(webRequestOf(request, heldBy(request, end)), request.body, caller)
        response.headers.set('connection', 'close')
        return send(reply, response)
      },
    })
}

interface McpRouteDeps extends Pick<RouteDeps, 'openapi' | 'version'> {
  readonly profiles: Profiles
  readonly wakes: Wakes
  readonly limitListening?: LimitOpen
}

const allLists: readonly List[] = ['tools', 'prompts', 'resources']

/** Ends with the request, or once its sender would not get in any more: a stream outlasts the look at its token. */
function heldBy(request: FastifyRequest, end: AbortSignal): AbortSignal {
  const out = new AbortController()
  request.server.streams.keep({ principal: request.principal, end: () => out.abort() }, end)
  return AbortSignal.any([end, out.signal])
}

async function open(app: FastifyInstance, { openapi, version }: Pick<RouteDeps, 'openapi' | 'version'>): Promise<Mcp> {
  const { openMcp } = await import('../../mcp/open.ts')
  return openMcp({
    document: openapi.document,
    version,
    onError: (error) => app.log.debug({ err: error }, 'an MCP message was rejected'),
    onBug: (error) => app.log.error({ err: error }, 'unexpected error in an MCP call'),
    skip: (skill, reason) => app.log.debug({ skill, reason }, 'a skill is not offered over MCP'),
  })
}

/** Batches are gone from the protocol, and many calls would count as one request. */
function requireOneMessage(body: unknown): void {
  if (body === undefined) throw new Fault('INVALID_JSON', { reason: 'The body is empty.' })
  if (Array.isArray(body)) throw invalidRequest('', 'must be one message: batches are not supported', 'type')
}

/** As every operation of a project has it. Some methods ask none of them, and would tell of a project that can never be. */
async function requireName({ validators, operations }: FastifyInstance, { params, headers }: FastifyRequest): Promise<void> {
  const { project_id } = params as { project_id?: string }
  if (project_id === undefined) return
  const operation = operations.get('listProjectSkills') ?? missing('listProjectSkills')
  await validators.check(operation, { params: { project_id }, query: {}, headers, body: undefined })
}

function webRequestOf({ method, headers, url }: FastifyRequest, signal: AbortSignal): Request {
  const told = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]))
  return new Request(new URL(url, 'http://localhost'), { method, headers: Object.fromEntries(told), signal })
}

async function callerOf(app: FastifyInstance, { profiles, wakes }: McpRouteDeps, inner: Inner): Promise<Caller> {
  const { principal, params } = inner.outer
  const { project_id: project = principal.projectId } = params as { project_id?: string }
  const profile = principal.profile === undefined ? null : await profiles.find(project, principal.profile)
  const isFromPage = isPageOf(inner.outer)
  const operationOf = (id: string) => app.operations.get(id) ?? missing(id)
  return {
    project,
    rest: ({ operation, params = {}, query = {}, headers = {}, body, signal = inner.signal }) =>
      askWithin(app, { ...inner, signal }, { operation: operationOf(operation), params, query, headers, body }),
    refusal(tool, operation) {
      const { scope } = operationOf(operation)
      if (scope !== null && !principal.scopes.includes(scope))
        return new Fault('FORBIDDEN', { needed: scope, granted: principal.scopes })
      const refusal = toolRefusalOf({ tool, principal, isFromPage, profile })
      return refusal && faultOf(refusal, { operation, project, principal, profile })
    },
    onChange(listener) {
      const end = new AbortController()
      const follow = async (topic: string, lists: readonly List[]) => {
        for (;;) {
          await wakes.next(topic, end.signal)
          if (end.signal.aborted) return
          listener(lists)
        }
      }
      // The tools of skills are those of what is installed, in every project; it is listed in one.
      void follow(installedSkillsTopic, project === defaultProject ? allLists : ['tools'])
      void follow(projectTopic(project), allLists)
      return () => end.abort()
    },
  }
}

function missing(id: string): never {
  throw new Error(`openapi.json has no operation ${id}`)
}

function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  reply.code(status).headers(Object.fromEntries(headers))
  return body === null ? reply.send() : reply.send(Readable.fromWeb(body))
}
