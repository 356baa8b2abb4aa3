import { type Static, Type } from 'typebox'
import { Job } from './job.ts'
import { closed } from './shared.ts'

const { result: _result, ...fieldsOfJob } = Job.properties

export const RunConversationState = closed(
  {
    ...fieldsOfJob,
    poll_logs: Type.Boolean({ description: 'true while the run is queued or running: its logs may still grow' }),
  },
  { $id: 'RunConversationState' },
)

export type RunConversationState = Static<typeof RunConversationState>
