import type { ErrorCode } from '@agent-skill-runner/contract/errors.ts'
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { Schema } from './document.ts'
import { artifactLinks } from './links.ts'
import { type Caller, jsonOf, type RestAnswer } from './rest.ts'
import { failure, Refused, requireSuccess } from './results.ts'
import type { RunNow } from './runs.ts'
import type { ObjectSchema } from './schemas.ts'
import { runs } from './tool.ts'

/** More would only hide each other in the list of a client; the others are run by skill_run. */
const most = 100

/** What every client takes for the name of a tool. */
const isName = (name: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(name)

interface Summary {
  readonly id: string
  readonly health: string
  readonly execution_modes: readonly string[]
}

export interface SkillToolDeps {
  /** Tools that were made before, by the digest of their skill: they are as old as the skill itself. Null: it makes none. */
  readonly made: Map<string, Tool | null>
  skip(skill: string, reason: string): void
}

/** As many are kept. */
const mostMade = 500

/** One tool for each installed skill that runs unattended and takes no files, named after it. */
export async function skillTools({ made, skip }: SkillToolDeps, caller: Caller, taken: ReadonlySet<string>): Promise<Tool[]> {
  if (caller.refusal('skill_run', 'createJob') !== null) return []
  const answer = await caller.rest({ operation: 'listSkills' })
  const skills = JSON.parse(requireSuccess(answer).bytes.toString('utf8')) as readonly Summary[]
  const tools: Tool[] = []
  for (const { id, health, execution_modes } of skills) {
    if (health !== 'healthy' || !execution_modes.includes('auto')) continue
    if (!isName(id) || taken.has(id)) skip(id, taken.has(id) ? 'a tool has this name' : 'the name is not valid for a tool')
    else if (tools.length < most) tools.push(...(await toolIfUsable({ made, skip }, caller, id)))
  }
  return tools
}

/** A skill that has been damaged since it was listed does not take the others along. */
async function toolIfUsable({ made, skip }: SkillToolDeps, caller: Caller, id: string): Promise<Tool[]> {
  try {
    const tool = await skillTool(made, caller, id)
    return tool ? [tool] : []
  } catch (error) {
    if (!(error instanceof Refused) || error.data.code !== ('SKILL_DEGRADED' satisfies ErrorCode)) throw error
    skip(id, error.message)
    return []
  }
}

/** Null: there is no such skill, or it needs more than a call can bring. Throws why it cannot be told. */
export async function skillTool(made: SkillToolDeps['made'], caller: Caller, id: string): Promise<Tool | null> {
  if (!isName(id)) return null
  const params = { skill_id: id }
  const found = ifThere(await caller.rest({ operation: 'getSkill', params }))
  if (!found) return null
  const key = `${id}@${jsonOf(found)['digest']}`
  const known = made.get(key)
  if (known !== undefined) return known
  const document = ifThere(await caller.rest({ operation: 'getSkillOpenApi', params }))
  if (!document) return null
  const tool = toolOf(id, jsonOf(document) as unknown as SkillDocument)
  const [oldest] = made.keys()
  if (made.size >= mostMade && oldest !== undefined) made.delete(oldest)
  made.set(key, tool)
  return tool
}

const ifThere = (answer: RestAnswer): RestAnswer | null => (answer.status === 404 ? null : requireSuccess(answer))

/** Our document cut down to one skill, as REST gives it to whoever asks. */
interface SkillDocument {
  readonly info: { readonly title: string; readonly description: string }
  readonly paths: Readonly<Record<string, unknown>>
  readonly components: { readonly schemas: Readonly<Record<string, ObjectSchema>> }
}

/** With the schemas of the skill. A skill that takes files has a place to upload them, and is left to those who can. */
function toolOf(name: string, { info, paths, components: { schemas } }: SkillDocument): Tool | null {
  const { JobCreate, SkillOutput } = schemas
  const runsUnattended = !JobCreate?.required?.includes('runtime_options')
  if (!JobCreate || '/v1/jobs/{request_id}/upload' in paths || !runsUnattended) return null
  const { input, parameter, engine, model } = JobCreate.properties
  const properties = { input, parameter, engine, model }
  const required = (JobCreate.required ?? []).filter((one) => one in properties)
  return {
    name,
    title: info.title,
    description: `${info.description}\n\nRuns the skill ${name} and waits up to 45 seconds for its result.`,
    inputSchema: alone({ type: 'object', properties, required, additionalProperties: false }, schemas) as Tool['inputSchema'],
    ...(SkillOutput?.type === 'object' ? { outputSchema: alone(SkillOutput, schemas) as Tool['outputSchema'] } : {}),
    annotations: { title: info.title, ...runs },
  }
}

const prefix = '#/components/schemas/'

/** A schema with all it refers to, which may be itself: what a skill brings is never followed to its end here. */
function alone(schema: object, schemas: Readonly<Record<string, Schema>>): object {
  const needed = new Set(namesIn(schema))
  // It grows while we go through it.
  for (const name of needed) for (const below of namesIn(schemas[name] ?? {})) needed.add(below)
  const $defs = Object.fromEntries([...needed].map((name) => [name, schemas[name] ?? {}]))
  return JSON.parse(
    JSON.stringify(needed.size > 0 ? { ...schema, $defs } : schema).replaceAll(`"${prefix}`, '"#/$defs/'),
  ) as object
}

const namesIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)/g)].flatMap(([, name]) => name ?? [])

/** The data of the result is the answer; whatever else became of the run is an error that tells how to go on. */
export function skillAnswer(now: RunNow): CallToolResult {
  const { request_id, status, result } = now
  if (result?.status !== 'succeeded') return failure({ error: { ...errorOf(now), details: { request_id, status } } })
  const text = { type: 'text', text: JSON.stringify(result.data) } as const
  const content = [text, ...artifactLinks(request_id, result.artifacts)]
  const isObject = typeof result.data === 'object' && result.data !== null && !Array.isArray(result.data)
  // Data that is no object is told only as text: not every client knows it otherwise.
  return isObject ? { content, structuredContent: result.data as Record<string, unknown> } : { content }
}

function errorOf({ request_id, result }: RunNow): { readonly code: string; readonly message: string } {
  if (result?.error) return { code: result.error.code, message: result.error.message }
  if (result) return { code: 'CANCELED', message: 'The run was canceled.' }
  const message = `The run has not ended. Call skill_run_status with request_id ${request_id} and wait_sec; its result has the data.`
  return { code: 'RESULT_NOT_READY', message }
}
