import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Operation, Schema } from './document.ts'
import { artifactLinks } from './links.ts'
import { success } from './results.ts'
import type { RunNow } from './runs.ts'
import type { ObjectSchema } from './schemas.ts'

/** What the tools about runs answer. */
export const runAnswer = (now: RunNow): CallToolResult =>
  success({ ...now, next: nextOf(now) }, artifactLinks(now.request_id, now.result?.artifacts ?? []))

/** Said to the agent: whoever only reads the status would not know what to do with it. */
function nextOf({ status, pending }: RunNow): string | null {
  if (pending?.kind === 'upload_files')
    return 'The run waits for files, which a person sends by the web page or the REST API. Then call skill_run_status.'
  if (pending) return 'Ask the user, then call skill_run_reply with request_id, interaction_id and response.'
  if (status === 'queued' || status === 'running')
    return 'The run has not ended. Call skill_run_status with request_id and wait_sec, or end it with skill_run_cancel.'
  return null
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
