import { type Static, Type } from 'typebox'
import { Job, RuntimeOptions } from './job.ts'
import { closed, nullable, oneOf } from './shared.ts'
import { webhookEvents } from './webhook.ts'

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

const RequestedWebhook = closed({
  url: Type.String({ description: 'Without user, password and query' }),
  url_is_whole: Type.Boolean({ description: 'false: the job has a user, a password or a query in it, which are not told' }),
  events: Type.Array(oneOf(webhookEvents)),
  secret_ref: nullable(Type.String()),
})

export const RunRequest = closed(
  {
    request_id: Type.String(),
    skill_id: Type.String(),
    engine: nullable(Type.String({ description: 'null: a script, which has none' })),
    engines: Type.Optional(
      Type.Array(Type.String(), { description: 'All engines that the job names; absent: it names one, or none' }),
    ),
    model: nullable(Type.String()),
    effort: nullable(Type.String()),
    runtime_options: RuntimeOptions,
    has_engine_config: Type.Boolean({ description: 'The job has settings of its engine, which are not told' }),
    webhook: nullable(RequestedWebhook),
  },
  { $id: 'RunRequest', description: 'input and parameter are in input.json of the run folder' },
)

export type RunRequest = Static<typeof RunRequest>
