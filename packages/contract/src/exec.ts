import { type Static, Type } from 'typebox'
import { ExecInput, ExecOutput, filesAsked, filesTaken } from './exec-artifact.ts'
import { effectiveLimits } from './project-limits.ts'
import { closed, ErrorView, Instant, nullable, oneOf, open } from './shared.ts'

export const taskKinds = ['task', 'service'] as const

export const taskStates = ['queued', 'starting', 'running', 'succeeded', 'failed', 'canceled'] as const

const alias = Type.String({
  pattern: '^[a-z0-9][a-z0-9._-]{0,62}$',
  description: 'The session: a folder of this project and caller that keeps what commands leave',
})

export const ExecRequest = open(
  {
    skill_name: Type.String({ minLength: 1, maxLength: 128, description: 'A skill of the project' }),
    command: Type.String({ minLength: 1, maxLength: 100_000, description: 'A line of shell; at most 100,000 bytes' }),
    session_id: Type.Optional({ ...alias, default: 'default' }),
    workdir: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1024,
        default: 'skill',
        description:
          'Where it runs, below the folder of the session; skill: the folder of the skill. It is made where it is missing',
      }),
    ),
    env: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 32_768 }), {
        maxProperties: 100,
        description: 'Variables, at most 100,000 bytes together; nothing of the server is seen by commands',
      }),
    ),
    network: Type.Optional(
      closed(
        {
          allow: Type.Array(Type.String({ minLength: 1, maxLength: 261 }), {
            maxItems: 100,
            description: 'example.com, *.example.com, example.com:8443, or * for every public host',
          }),
        },
        { description: 'Hosts that it has to reach, within what the server allows; without it there is no network' },
      ),
    ),
    timeout_sec: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Most seconds it may take, within what the server allows' }),
    ),
    ...filesAsked,
  },
  { $id: 'ExecRequest' },
)

const about = {
  session_id: Type.String(),
  skill_name: Type.String(),
  version_hash: Type.String({ description: 'Which version of the skill' }),
  workdir: Type.String(),
}

const exitCode = nullable(Type.Integer({ description: 'Of a signal: 128 and its number. null: it was ended, or never started' }))

const Output = closed({
  text: Type.String({ description: 'Its end, as UTF-8' }),
  bytes: Type.Integer({ description: 'Of all that was printed' }),
  truncated: Type.Boolean({ description: 'The text is only the end of it' }),
})

const policyNotes = Type.Array(Type.String(), {
  description: 'Of one that failed: what of the sandbox it ran into, in words for an agent; empty: nothing that is known',
})

export const CommandResult = closed(
  {
    ...about,
    status: oneOf(['succeeded', 'failed', 'canceled']),
    exit_code: exitCode,
    error: nullable(ErrorView),
    stdout: Output,
    stderr: Output,
    ...filesTaken,
    policy_notes: policyNotes,
    timing: closed({ started_at: Instant, duration_ms: Type.Integer() }),
  },
  { $id: 'CommandResult' },
)

const Endpoint = closed({
  port: Type.Integer({ description: 'In the sandbox' }),
  host_port: Type.Integer({
    description: 'On the loopback of the server, at the host of `url`: the same number where it was free',
  }),
  url: Type.String({ examples: ['http://127.0.0.2:8080'] }),
})

export const ExecTask = closed(
  {
    task_id: Type.String(),
    kind: oneOf(taskKinds),
    project_id: Type.String(),
    status: oneOf(taskStates),
    ...about,
    command: Type.String(),
    job_id: nullable(Type.String({ description: 'The step job that it is a step of' })),
    step_index: nullable(Type.Integer()),
    timeout_sec: Type.Integer(),
    network: closed({ allow: Type.Array(Type.String(), { description: 'Hosts that it may reach; none: it has no network' }) }),
    exit_code: exitCode,
    error: nullable(ErrorView),
    cancel_requested: Type.Boolean(),
    cancel_reason: nullable(Type.String({ description: 'As given by whoever canceled it first' })),
    inputs: Type.Array(ExecInput),
    outputs: Type.Array(ExecOutput),
    ...filesTaken,
    exposed_endpoints: Type.Array(Endpoint, { description: 'Of a service: where its ports are, once it is started' }),
    exposed_endpoints_active: Type.Boolean({
      description: 'The last connection to each port reached the service; false once it has ended',
    }),
    created_at: Instant,
    started_at: nullable(Instant),
    finished_at: nullable(Instant),
  },
  { $id: 'ExecTask' },
)

/** As the answer to whoever starts it. */
export const ExecTaskAccepted = closed(ExecTask.properties, { $id: 'ExecTaskAccepted' })

export const ExecTaskWithOutput = closed(
  {
    ...ExecTask.properties,
    stdout: Output,
    stderr: Output,
    policy_notes: policyNotes,
    cursor: Type.String({ description: 'Of everything that is told here: to follow the task from here on' }),
  },
  { $id: 'ExecTaskWithOutput' },
)

export const ExecTaskList = closed(
  { tasks: Type.Array(ExecTask), next_cursor: nullable(Type.String({ description: 'null: there are no more' })) },
  { $id: 'ExecTaskList' },
)

export const TaskCanceled = closed(
  {
    task_id: Type.String(),
    status: oneOf(taskStates, 'canceled once its end is confirmed'),
    accepted: Type.Boolean({ description: 'false: it had ended before' }),
  },
  { $id: 'TaskCanceled' },
)

export const TaskEvent = closed(
  {
    cursor: Type.String({ description: 'Everything up to and with this event: ?cursor= continues behind it' }),
    type: oneOf(['status', 'output']),
    status: Type.Optional(oneOf(taskStates)),
    exit_code: Type.Optional(exitCode),
    error: Type.Optional(nullable(ErrorView)),
    stream: Type.Optional(oneOf(['stdout', 'stderr'])),
    byte_from: Type.Optional(Type.Integer()),
    byte_to: Type.Optional(Type.Integer()),
    text: Type.Optional(Type.String()),
  },
  { $id: 'TaskEvent' },
)

export const TaskEvents = closed(
  {
    task_id: Type.String(),
    events: Type.Array(TaskEvent),
    cursor: Type.String({ description: 'For the next call' }),
    finished: Type.Boolean({ description: 'The task has ended and everything of it was told' }),
    already_running: Type.Optional(
      Type.Literal(true, { description: 'A watch with this dedupe_key is live: this one was not started, and tells nothing' }),
    ),
  },
  { $id: 'TaskEvents' },
)

export const TaskLog = closed(
  {
    task_id: Type.String(),
    stream: oneOf(['stdout', 'stderr']),
    byte_from: Type.Integer(),
    byte_to: Type.Integer(),
    total_bytes: Type.Integer(),
    text: Type.String(),
  },
  { $id: 'TaskLog' },
)

export const ExecSession = closed(
  { session_id: Type.String(), owner: Type.String(), created_at: Instant, last_used_at: Instant },
  { $id: 'ExecSession' },
)

/** As an answer of its own. */
export const ExecSessionView = closed(ExecSession.properties, { $id: 'ExecSessionView' })

export const ExecSessionList = closed({ sessions: Type.Array(ExecSession) }, { $id: 'ExecSessionList' })

export const SessionRemoved = closed({ session_id: Type.String(), removed: Type.Literal(true) }, { $id: 'SessionRemoved' })

export const ExecProviders = closed(
  {
    mode: oneOf(['local', 'remote']),
    sandbox: closed({
      status: oneOf(['bubblewrap', 'srt', 'unavailable', 'off', 'remote']),
      reason: nullable(Type.String({ description: 'What keeps it from working, and what to do' })),
      system_calls: nullable(
        Type.String({ description: 'Why system calls are not filtered; null: they are, or there is no sandbox' }),
      ),
    }),
    remote: nullable(
      closed(
        {
          status: oneOf(['ready', 'unavailable']),
          reason: nullable(Type.String({ description: 'Why the provider cannot be used, and what to do' })),
          template: Type.String({ description: 'What sandboxes are made from' }),
          idle_sec: Type.Integer({ description: 'A sandbox ends so long after its last use' }),
          hard_sec: Type.Integer({ description: 'A sandbox ends so long after its start in any case' }),
          internet: Type.Boolean({ description: 'Whether commands reach the internet' }),
          services: Type.Boolean({ description: 'Whether services are allowed, without ports' }),
        },
        { description: 'Of the provider of remote sandboxes; null: commands run on the machine of the server' },
      ),
    ),
    network: closed({
      allow: Type.Array(Type.String(), { description: 'Hosts that commands, tasks, services and steps can ask to reach' }),
    }),
    limits: closed(
      {
        ...effectiveLimits,
        running_commands: Type.Integer({ description: 'That are waited for, at once' }),
        output_bytes: Type.Integer({ description: 'Of both streams of a command or task' }),
      },
      { description: 'Those that hold for the project' },
    ),
  },
  { $id: 'ExecProviders' },
)

export const ExecAlias = alias

export type ExecRequest = Static<typeof ExecRequest>
export type CommandResult = Static<typeof CommandResult>
export type ExecTask = Static<typeof ExecTask>
export type ExecTaskWithOutput = Static<typeof ExecTaskWithOutput>
export type TaskEvent = Static<typeof TaskEvent>
export type ExecSession = Static<typeof ExecSession>
