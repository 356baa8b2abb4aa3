import type { Principal } from './job.ts'

/**
 * What agents can do with the skills service, and the operations that stand for it; MCP offers the same tools. What is in neither this
 * table nor the next is rejected for a token with a profile unless it only reads, so that a new route is closed until somebody decides.
 */
export const operationsOf = {
  skills_list: [
    'listProjectSkills',
    'anthropicListSkills',
    'anthropicGetSkill',
    'openaiListSkills',
    'openaiGetSkill',
    'getAgentSkillsIndex',
  ],
  skills_load: [
    'listProjectSkillFiles',
    'getProjectSkillFile',
    'anthropicGetSkillVersionContent',
    'openaiGetSkillContent',
    'openaiGetSkillVersionContent',
    'getAgentSkillArchive',
  ],
  skills_activate: ['activateInExecSession'],
  skills_run_cmd: ['runExecCommand'],
  skills_run_cmd_async: ['createExecTask'],
  skills_run_service: ['createExecService'],
  skills_start_job: ['createExecJob'],
  skills_task_status: ['listExecTasks', 'getExecTask', 'getExecTaskLog', 'queryExecTask'],
  skills_job_status: ['listExecJobs', 'getExecJob'],
  skills_task_watch: ['followExecTask', 'watchExecTask'],
  skills_job_watch: ['followExecJob', 'watchExecJob', 'watchExecJobEvents'],
  skills_task_cancel: ['cancelExecTask', 'cancelExecService'],
  skills_job_cancel: ['cancelExecJob'],
  skill_run: ['createJob'],
  // To read a job is open to every profile, so the next two close nothing; over MCP they are offered like the others.
  skill_run_status: [],
  skill_run_result: [],
  skill_run_reply: ['replyToJob'],
  skill_run_cancel: ['cancelJob'],
} as const satisfies Record<string, readonly string[]>

export type Tool = keyof typeof operationsOf

export const tools = Object.keys(operationsOf) as readonly Tool[]

/** Operations of the skills service that are no tool, and why. `open`: a token with a profile may use them, within its scope. */
export const withoutTool: Readonly<Record<string, { readonly open: boolean; readonly because: string }>> = {
  uploadProjectSkill: { open: false, because: 'it decides what others run' },
  activateProjectSkill: { open: false, because: 'it decides what others run' },
  changeProjectSkill: { open: false, because: 'it decides what others run' },
  deleteProjectSkill: { open: false, because: 'it decides what others run' },
  anthropicCreateSkill: { open: false, because: 'it decides what others run' },
  anthropicDeleteSkill: { open: false, because: 'it decides what others run' },
  anthropicCreateSkillVersion: { open: false, because: 'it decides what others run' },
  anthropicDeleteSkillVersion: { open: false, because: 'it decides what others run' },
  openaiCreateSkill: { open: false, because: 'it decides what others run' },
  openaiUpdateSkill: { open: false, because: 'it decides what others run' },
  openaiDeleteSkill: { open: false, because: 'it decides what others run' },
  openaiCreateSkillVersion: { open: false, because: 'it decides what others run' },
  openaiDeleteSkillVersion: { open: false, because: 'it decides what others run' },
  anthropicListSkillVersions: { open: true, because: 'it tells hashes, which loading tells too' },
  anthropicGetSkillVersion: { open: true, because: 'it tells hashes, which loading tells too' },
  openaiListSkillVersions: { open: true, because: 'it tells hashes, which loading tells too' },
  openaiGetSkillVersion: { open: true, because: 'it tells hashes, which loading tells too' },
  listProjectSkillVersions: { open: true, because: 'it tells hashes, which loading tells too' },
  listExecSessions: { open: true, because: 'it tells names of folders, and nothing in them' },
  getExecSession: { open: true, because: 'it tells what the caller has' },
  deleteExecSession: { open: true, because: 'with a profile, it only takes what the caller has' },
  getExecProviders: { open: true, because: 'it tells limits' },
  getProjectLimits: { open: true, because: 'it tells limits' },
  putProjectLimits: { open: false, because: 'it decides what others may use' },
  listExecArtifacts: { open: true, because: 'files go in and out of commands; that alone runs nothing' },
  getExecArtifact: { open: true, because: 'files go in and out of commands; that alone runs nothing' },
  getExecArtifactContent: { open: true, because: 'files go in and out of commands; that alone runs nothing' },
  uploadExecArtifact: { open: true, because: 'files go in and out of commands; that alone runs nothing' },
  deleteExecArtifact: { open: true, because: 'files go in and out of commands; that alone runs nothing' },
}

const toolOf: ReadonlyMap<string, Tool> = new Map(
  tools.flatMap((tool) => operationsOf[tool].map((id) => [id as string, tool] as const)),
)

/** Operations that need a second tool, since they do what that one does: the state of a query is told by any command that its caller likes. */
const alsoNeeds: Readonly<Record<string, Tool>> = { queryExecTask: 'skills_run_cmd' }

/** Those that start something. A status can be one, where a command tells it. */
const running: ReadonlySet<string> = new Set([
  ...operationsOf.skills_activate,
  ...operationsOf.skills_run_cmd,
  ...operationsOf.skills_run_cmd_async,
  ...operationsOf.skills_run_service,
  ...operationsOf.skills_start_job,
  'queryExecTask',
])

/** A tool by either spelling, skills.run_cmd or skills_run_cmd; null: there is no such tool. */
export const toolNamed = (name: string): Tool | null =>
  tools.find((tool) => tool === name.replace(/^skills\./, 'skills_')) ?? null

/** What the tokens that name it may do in a project. */
export interface Profile {
  readonly name: string
  readonly allowedTools: readonly Tool[]
  /** Whether web pages may run something. */
  readonly uiAllowed: boolean
}

export interface ToolCall {
  /** By its id in openapi.json. */
  readonly operation: string
  /** It needs no more than the scope read. */
  readonly isRead: boolean
  readonly principal: Pick<Principal, 'profile' | 'kind' | 'scopes'>
  /** It comes from a browser, whatever its token says. */
  readonly isFromPage: boolean
  /** The profile of the principal; null: it has none, or there is none of that name. */
  readonly profile: Profile | null
}

export type Refusal = { readonly code: 'TOOL_NOT_ALLOWED' | 'UI_NOT_ALLOWED'; readonly tool: Tool | null }

/** Null: it may be done. A profile that is not there allows nothing. */
export function refusalOf({ operation, isRead, principal, isFromPage, profile }: ToolCall): Refusal | null {
  const tool = toolOf.get(operation) ?? null
  if (principal.profile !== undefined) {
    const isAllowed = tool ? profile?.allowedTools.includes(tool) : (withoutTool[operation]?.open ?? isRead)
    if (!isAllowed) return { code: 'TOOL_NOT_ALLOWED', tool }
    const second = alsoNeeds[operation]
    if (second && !profile?.allowedTools.includes(second)) return { code: 'TOOL_NOT_ALLOWED', tool: second }
  }
  const isUi = principal.kind === 'ui' || isFromPage
  return isUi && running.has(operation) && !mayRunFromPage(principal, profile) ? { code: 'UI_NOT_ALLOWED', tool } : null
}

/** Without a profile, only administrators: on the web page they may run whatever they could allow themselves to. */
const mayRunFromPage = ({ profile: name, kind, scopes }: ToolCall['principal'], profile: Profile | null): boolean =>
  name === undefined ? kind !== 'ui' && scopes.includes('admin') : (profile?.uiAllowed ?? false)

export type Offer = Pick<ToolCall, 'principal' | 'isFromPage' | 'profile'> & { readonly tool: Tool }

/** The same of a tool as MCP lists it; null: it is offered. A call of it is judged once more, by its operation. */
export function toolRefusalOf({ tool, principal, isFromPage, profile }: Offer): Refusal | null {
  if (principal.profile !== undefined && !profile?.allowedTools.includes(tool)) return { code: 'TOOL_NOT_ALLOWED', tool }
  const [operation] = operationsOf[tool]
  return operation === undefined ? null : refusalOf({ operation, isRead: false, principal, isFromPage, profile })
}
