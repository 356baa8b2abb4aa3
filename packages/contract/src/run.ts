import { type Static, Type } from 'typebox'
import { Job } from './job.ts'
import { closed } from './shared.ts'

const { result: _result, ...fieldsOfJob } = Job.properties

export const RunConversationState = closed(
  {
    ...fieldsOfJob,
    interactive_auto_reply: Type.Boolean({ description: 'The runner replies if nobody does in time; false: questions wait' }),
    interactive_reply_timeout_sec: Type.Integer({ description: 'Seconds that a question waits for a reply before that' }),
    poll_logs: Type.Boolean({ description: 'true while the run is queued or running: its logs may still grow' }),
  },
  { $id: 'RunConversationState' },
)

export type RunConversationState = Static<typeof RunConversationState>
