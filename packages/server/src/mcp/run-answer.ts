import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Operation, Schema } from './document.ts'
import { artifactLinks } from './links.ts'
import type { Caller } from './rest.ts'
import { success } from './results.ts'
import type { RunNow } from './runs.ts'
import type { ObjectSchema } from './schemas.ts'

/** What the tools about runs answer. */
export const runAnswer = (caller: Caller, now: RunNow): CallToolResult =>
  success({ ...now, next: nextOf(caller, now) }, artifactLinks(now.request_id, now.result?.artifacts ?? []))

const operations = { skill_run_status: 'getJob', skill_run_reply: 'replyToJob', skill_run_cancel: 'cancelJob' } as const

/** Said to the agent: whoever only reads the status would not know what to do with it. Tools that it may not use are not named. */
function nextOf(caller: Caller, { status, pending }: RunNow): string | null {
  const ifAllowed = (tool: keyof typeof operations, sentence: string) =>
    caller.refusal(tool, operations[tool]) === null ? [sentence] : []
  const reply = ifAllowed(
    'skill_run_reply',
    'Ask the user, then call skill_run_reply with request_id, interaction_id and response.',
  )
  if (pending && pending.kind !== 'upload_files' && reply.length > 0) return reply.join(' ')
  if (pending) {
    const awaited = pending.kind === 'upload_files' ? 'files' : 'a reply'
    const waits = `The run waits for ${awaited}, which a person sends by the web page or the REST API.`
    return [waits, ...ifAllowed('skill_run_status', 'Then call skill_run_status.')].join(' ')
  }
  if (status !== 'queued' && status !== 'running') return null
  const look = ifAllowed('skill_run_status', 'Call skill_run_status with request_id and wait_sec.')
  return ['The run has not ended.', ...look, ...ifAllowed('skill_run_cancel', 'To end it, call skill_run_cancel.')].join(' ')
}

/** Put together from what REST says of a job, of its result and of its question. */
export function runAnswerSchema(created: Operation, result: Operation, pending: Operation): ObjectSchema {
  const { request_id, status, cache_hit } = propertiesOf(created)
  return {
    type: 'object',
    properties: {
      request_id: { ...request_id, description: 'The job: the same over REST, SSE and the web page' },
      status: { ...status },
      cache_hit: { ...cache_hit },
      result: { anyOf: [{ ...propertiesOf(result)['result'] }, { type: 'null' }], description: 'Once the run has ended' },
      pending: { ...propertiesOf(pending)['pending'], description: 'The question of a run that is waiting_user' },
      next: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'What to do next; null: nothing' },
    },
    required: ['request_id', 'status', 'cache_hit', 'result', 'pending', 'next'],
  }
}

const propertiesOf = ({ answer }: Operation): Readonly<Record<string, Schema>> =>
  (answer as ObjectSchema | null)?.properties ?? {}
