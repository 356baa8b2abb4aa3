import { type Static, Type } from 'typebox'
import { Usage } from './job.ts'
import { Anything, closed, Instant, nullable, oneOf } from './shared.ts'

const InFolder = Type.String({ description: 'Below artifacts/, result/ or tmp/', examples: ['artifacts/notes.md'] })

/** One step, as a script of the replay engine has it. */
const Step = Type.Union([
  closed({ event: Type.Record(Type.String(), Type.Unknown(), { description: 'An event of replay_ndjson' }) }),
  closed({ write: closed({ path: InFolder, text: Type.String() }) }),
  closed({ write: closed({ path: InFolder, base64: Type.String({ description: 'A file that is no UTF-8 text' }) }) }),
  closed({ stdout: Type.String() }),
  closed({ stderr: Type.String() }),
  closed({ exit: Type.Integer({ minimum: 1, maximum: 255 }) }),
])

const GivenReply = closed({
  response: Anything,
  resolution_mode: oneOf(['user_reply', 'auto_decide_timeout']),
  files: Type.Array(Type.String({ description: 'Path of a file that came with it; its content is not recorded' })),
})

export const Recording = closed(
  {
    format: Type.Literal('recording/1'),
    recorded: closed({
      request_id: Type.String(),
      skill_id: Type.String(),
      skill_version: Type.String(),
      engine: Type.String(),
      engine_version: nullable(Type.String()),
      model: nullable(Type.String()),
      ended_at: Instant,
      error_code: nullable(Type.String({ description: 'Why it failed' })),
    }),
    job: closed(
      {
        input: Type.Record(Type.String(), Type.Unknown()),
        parameter: Type.Record(Type.String(), Type.Unknown()),
        execution_mode: oneOf(['auto', 'interactive']),
        files: Type.Array(Type.String({ description: 'An uploaded file; its content is not recorded' })),
        replies: Type.Array(GivenReply),
      },
      { description: 'What to ask for to play it: a job with these, and these replies' },
    ),
    turns: Type.Array(closed({ steps: Type.Array(Step) }), { description: 'What the engine did in each attempt' }),
    result: closed(
      {
        status: oneOf(['succeeded', 'failed']),
        data: Anything,
        error_code: nullable(
          Type.String({
            description: 'ENGINE_FAILED for whatever an engine or its provider failed with: replay has no provider',
          }),
        ),
        usage: nullable(Usage),
        artifacts: Type.Array(closed({ path: Type.String(), size: Type.Integer({ minimum: 0 }), sha256: Type.String() })),
      },
      { description: 'What it has to lead to' },
    ),
    masked: Type.Array(
      closed({
        what: oneOf(['known secret', 'token', 'home folder', 'path of the server']),
        count: Type.Integer({ minimum: 1 }),
      }),
      { description: 'What was replaced' },
    ),
    not_searched: Type.Array(Type.String(), {
      description: 'Files that are no text: secrets that the server knew are masked in them, and nothing else was looked for',
    }),
  },
  { $id: 'Recording', description: 'A run as the replay engine plays it: assets/replay/<name>.recording.json' },
)

export type Recording = Static<typeof Recording>
export type RecordedStep = Static<typeof Step>
