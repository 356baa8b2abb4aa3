import { type Static, Type } from 'typebox'
import { Artifact } from './artifact.ts'
import type { DiagnosticCode } from './diagnostics.ts'
import { AnyFile, Anything, closed, ErrorView, fileOf, Instant, nullable, oneOf, open } from './shared.ts'
import { Webhook } from './webhook.ts'

export const runStates = ['queued', 'running', 'waiting_user', 'succeeded', 'failed', 'canceled'] as const
export const executionModes = ['auto', 'interactive'] as const
export const recoveryStates = ['none', 'recovered_waiting', 'failed_reconciled'] as const

export const JobState = oneOf(runStates)

export const RuntimeOptions = closed(
  {
    execution_mode: Type.Optional(
      oneOf(executionModes, 'auto: runs unattended; interactive: waits for a reply when the skill asks a question'),
    ),
    no_cache: Type.Optional(Type.Boolean({ description: 'Neither read nor write the result cache' })),
    debug: Type.Optional(Type.Boolean({ description: 'Bundles contain the whole run folder' })),
    debug_keep_temp: Type.Optional(Type.Boolean({ description: 'Keep the package of a temporary skill' })),
    interactive_auto_reply: Type.Optional(
      Type.Boolean({
        description: 'After the reply timeout, tell the engine to decide by itself; otherwise the question waits indefinitely',
      }),
    ),
    interactive_reply_timeout_sec: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 604800,
        description: 'Seconds that a question waits for a reply (default 1200); only with interactive_auto_reply',
      }),
    ),
    timeout_sec: Type.Optional(Type.Integer({ minimum: 1, maximum: 86400, description: "At most the server's own limit" })),
    max_cost_usd: Type.Optional(
      Type.Number({
        minimum: 0.000001,
        maximum: 1_000_000,
        description:
          'US dollars that all turns of the run may cost together. More ends it with BUDGET_EXCEEDED, as soon as its engine tells; an engine that tells no cost is rejected',
      }),
    ),
    max_tokens: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000_000,
        description:
          'Tokens of input and output that all turns of the run may use together. More ends it with BUDGET_EXCEEDED, as soon as its engine tells',
      }),
    ),
    output_repair: Type.Optional(
      oneOf(
        ['off', 'program', 'engine'],
        'How the server may repair output that does not match its schema; engine: one to three more turns in the session of the engine, with the validation errors. More than the server allows is rejected',
      ),
    ),
  },
  { $id: 'RuntimeOptions' },
)

const JsonObject = Type.Record(Type.String(), Type.Unknown())

const configFor = (engine: string) =>
  Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: `Settings of the ${engine} CLI, with the names of its own config file; they override those of the skill and apply when ${engine} runs the job`,
    }),
  )

const engineConfigs = {
  codex_config: configFor('codex'),
  gemini_config: configFor('gemini'),
  iflow_config: configFor('iflow'),
  opencode_config: configFor('opencode'),
  claude_config: configFor('claude'),
  qwen_config: configFor('qwen'),
}

const namesOfModel = {
  model: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'As listed by /v1/engines/{engine}/models' })),
  effort: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'How hard the model thinks: model and effort mean model@effort. default: that of the model',
    }),
  ),
  provider_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'For engines whose models are named provider/model: provider_id and model mean that',
    }),
  ),
}

const enginesInOrder = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  minItems: 1,
  maxItems: 8,
  description:
    'Instead of engine: the engines in the order in which they are tried. The next one follows only where one cannot sign in, is over a limit of its provider or cannot reach it, and before it used a tool. model, effort and provider_id are those of the first',
})

export const JobCreate = open(
  {
    skill_id: Type.String({ minLength: 1, maxLength: 128, examples: ['demo-prime-number'] }),
    engine: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Not needed for a script skill' })),
    engines: Type.Optional(enginesInOrder),
    input: Type.Optional(JsonObject),
    parameter: Type.Optional(JsonObject),
    ...namesOfModel,
    runtime_options: Type.Optional(RuntimeOptions),
    ...engineConfigs,
    webhook: Type.Optional(Webhook),
    await_upload: Type.Optional(
      Type.Boolean({
        description:
          'true: wait for /upload. false: start now; a missing required file is an error. Default: wait if the skill declares a file input, unless the request waits for the result (Prefer, ?wait) and no file is required. Not for multipart requests',
      }),
    ),
  },
  { $id: 'JobCreate' },
)

export const JobRerun = open(
  {
    engine: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Without a model, the default model of the engine is used' }),
    ),
    engines: Type.Optional(enginesInOrder),
    input: Type.Optional(JsonObject),
    parameter: Type.Optional(JsonObject),
    ...namesOfModel,
    runtime_options: Type.Optional(RuntimeOptions),
    ...engineConfigs,
    webhook: Type.Optional(nullable(Webhook)),
  },
  {
    $id: 'JobRerun',
    description:
      'What to change. input and parameter replace the old ones; runtime_options are merged into the old ones, and no_cache is implied. The webhook of the old job is used unless another is given; null: none',
  },
)

export const Cleanup = closed(
  {
    older_than_sec: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 3_153_600_000, description: 'Only jobs that were created and ended longer ago' }),
    ),
    status: Type.Optional(oneOf(['succeeded', 'failed', 'canceled'])),
    skill_id: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  },
  {
    $id: 'Cleanup',
    description: 'Which finished jobs to delete; without a filter, all of them. An unknown filter is rejected',
  },
)

export const CleanupView = closed(
  {
    runs_deleted: Type.Integer({ minimum: 0, description: 'Including their folders; a run is kept while any job refers to it' }),
    requests_deleted: Type.Integer({ minimum: 0 }),
    cache_entries_deleted: Type.Integer({ minimum: 0 }),
  },
  { $id: 'CleanupView' },
)

export const Warning = closed(
  {
    code: Type.Unsafe<DiagnosticCode>(Type.String()),
    message: Type.String(),
    level: oneOf(['info', 'warning']),
    normalization_level: nullable(oneOf(['N0', 'N1', 'N2', 'N3'])),
    details: Anything,
  },
  { $id: 'Warning' },
)

export const Usage = closed(
  {
    input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    cached_tokens: Type.Integer(),
    cost_usd: nullable(Type.Number()),
  },
  { $id: 'Usage' },
)

export const EngineTried = closed(
  {
    engine: Type.String(),
    model: nullable(Type.String()),
    error_code: Type.String(),
    message: Type.String({ description: 'In the words of the engine, where it said something' }),
  },
  { $id: 'EngineTried', description: 'An engine that gave way to the next one of engines, and why' },
)

/** What a job may use, with what it has used of it. */
export const BudgetOfJob = closed(
  {
    max_cost_usd: Type.Optional(Type.Number()),
    max_tokens: Type.Optional(Type.Integer()),
  },
  { $id: 'BudgetOfJob', description: 'The budgets of the job; usage has what is used of them by now. Absent: it has none' },
)

export const JobResult = closed(
  {
    status: oneOf(['succeeded', 'failed', 'canceled']),
    data: Anything,
    artifacts: Type.Array(Artifact),
    normalization_level: nullable(oneOf(['N0', 'N1', 'N2', 'N3'])),
    validation_warnings: Type.Array(Warning),
    error: nullable(ErrorView),
    usage: nullable(Usage),
    engines_tried: Type.Optional(
      Type.Array(EngineTried, { description: 'Engines that were tried before the one that answered; absent: none' }),
    ),
  },
  { $id: 'JobResult' },
)

export const JobAccepted = closed(
  {
    request_id: Type.String(),
    cache_hit: Type.Boolean(),
    status: JobState,
    awaiting_upload: Type.Optional(Type.Literal(true, { description: 'Present while the job waits for its upload' })),
    upload_url: Type.Optional(
      Type.String({ description: 'Where to upload its files, or an empty form if there are none; present while the job waits' }),
    ),
    result: Type.Optional(JobResult),
  },
  { $id: 'JobAccepted', description: 'result is present if the caller waited and the run ended' },
)

export const UploadAccepted = closed(
  {
    request_id: Type.String(),
    cache_hit: Type.Boolean(),
    status: JobState,
    extracted_files: Type.Array(Type.String(), { description: 'The files that the run finds in uploads/' }),
  },
  { $id: 'UploadAccepted' },
)

/** Parts of a form that brings files. Whether a name is an input of the skill is judged when the skill is known. */
export const UploadForm = Type.Object(
  {
    file: Type.Optional(fileOf('application/zip', 'All files in one zip; the file of an input is named after the input')),
  },
  { $id: 'UploadForm', description: 'A zip, or one part per file input, named after the input', additionalProperties: AnyFile },
)

export const JobForm = Type.Object(
  { job: JobCreate, ...UploadForm.properties },
  { $id: 'JobForm', description: 'The first part is the job, the others are its files', additionalProperties: AnyFile },
)

export const Job = closed(
  {
    request_id: Type.String(),
    run_id: Type.String(),
    status: JobState,
    skill_id: Type.String({ description: '"temporary" until the package of a temporary skill arrives' }),
    temporary: Type.Boolean({ description: 'The skill was uploaded with the job and is deleted after its run' }),
    skill_version: Type.String(),
    skill_digest: Type.String({ description: 'sha256 over the whole skill folder, pinned when the job was created' }),
    engine: Type.String({ description: '"script" if there is no engine' }),
    model: nullable(Type.String()),
    engines_tried: Type.Optional(Type.Array(EngineTried, { description: 'Engines that were tried before engine; absent: none' })),
    engines_left: Type.Optional(Type.Array(Type.String(), { description: 'Engines that are tried after engine; absent: none' })),
    execution_mode: oneOf(executionModes),
    attempt_number: Type.Integer({ minimum: 0, description: '0 until the run first starts' }),
    cache_hit: Type.Boolean(),
    awaiting_upload: Type.Boolean(),
    queue_position: nullable(Type.Integer({ minimum: 1 })),
    created_at: Instant,
    updated_at: Instant,
    started_at: nullable(Instant),
    finished_at: nullable(Instant),
    pending_interaction_id: nullable(Type.Integer()),
    interaction_count: Type.Integer(),
    auto_decision_count: Type.Integer(),
    last_auto_decision_at: nullable(Instant),
    recovery_state: oneOf(recoveryStates),
    recovered_at: nullable(Instant),
    recovery_reason: nullable(Type.String()),
    usage: nullable(Usage),
    budget: Type.Optional(BudgetOfJob),
    warnings: Type.Array(Warning),
    error: nullable(ErrorView),
    result: Type.Optional(JobResult),
  },
  { $id: 'Job', description: 'result is present if the caller waited and the run ended' },
)

export const JobList = closed({ jobs: Type.Array(Job), next_cursor: nullable(Type.String()) }, { $id: 'JobList' })
export const JobResultView = closed({ request_id: Type.String(), result: JobResult }, { $id: 'JobResultView' })

export const CancelView = closed(
  {
    request_id: Type.String(),
    run_id: Type.String(),
    status: JobState,
    accepted: Type.Boolean({ description: 'false: the run had already ended' }),
    message: Type.String(),
  },
  { $id: 'CancelView' },
)

export const Logs = closed(
  {
    request_id: Type.String(),
    attempt: Type.Integer(),
    prompt: nullable(Type.String({ description: 'The prompt of the engine; null if there is none' })),
    stdout: Type.String(),
    stderr: Type.String(),
    prompt_truncated: Type.Boolean(),
    stdout_truncated: Type.Boolean({ description: 'true: only the end is included; logs/range returns the rest' }),
    stderr_truncated: Type.Boolean(),
  },
  { $id: 'Logs' },
)

/** `pty` is both, in the order in which they came; empty where the audit keeps logs only. */
export const logStreams = ['stdout', 'stderr', 'pty'] as const

export const LogRange = closed(
  {
    request_id: Type.String(),
    stream: oneOf(logStreams),
    attempt: Type.Integer(),
    byte_from: Type.Integer({ description: 'May be before the requested byte: a character is never split' }),
    byte_to: Type.Integer({ description: 'May be after the requested byte, for the same reason' }),
    total_bytes: Type.Integer(),
    chunk: Type.String(),
  },
  { $id: 'LogRange' },
)

export type JobCreate = Static<typeof JobCreate>
export type JobRerun = Static<typeof JobRerun>
export type Cleanup = Static<typeof Cleanup>
export type CleanupView = Static<typeof CleanupView>
export type RuntimeOptions = Static<typeof RuntimeOptions>
export type Job = Static<typeof Job>
export type JobList = Static<typeof JobList>
export type UploadAccepted = Static<typeof UploadAccepted>
export type JobAccepted = Static<typeof JobAccepted>
export type JobResult = Static<typeof JobResult>
export type Warning = Static<typeof Warning>
export type Usage = Static<typeof Usage>
export type Logs = Static<typeof Logs>
export type LogRange = Static<typeof LogRange>
export type CancelView = Static<typeof CancelView>
