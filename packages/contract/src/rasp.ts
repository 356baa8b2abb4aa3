import { type Static, Type } from 'typebox'
import {
  AutoDecision,
  Confidence,
  Diagnostic,
  EventTime,
  IndexedArtifact,
  Message,
  Question,
  Reply,
  State,
  TouchedArtifact,
} from './event-parts.ts'
import { Usage } from './job.ts'
import { Anything, closed, ErrorDetails, ErrorView, nullable, oneOf } from './shared.ts'

export const triggers = [
  'turn.started',
  'turn.needs_input',
  'turn.succeeded',
  'turn.failed',
  'interaction.reply.accepted',
  'interaction.auto_decide.timeout',
  'run.canceled',
  'restart.preserve_waiting',
  'restart.reconcile_failed',
] as const

const ToolCall = closed({
  call_id: Type.String(),
  name: Type.String(),
  input: Anything,
  output_preview: nullable(Type.String({ description: 'The beginning of the output of the tool' })),
  exit_code: nullable(Type.Integer()),
})

/** Events stay as they were written: before 0.7 the details of an error could be null. */
const EndError = closed({ ...ErrorView.properties, details: nullable(ErrorDetails) })

/** One row per event type: the list is the documentation. */
const raspData = {
  'lifecycle.run.state_changed': closed({ from: State, to: State, trigger: oneOf(triggers) }),
  'lifecycle.run.started': closed({ skill_id: Type.String(), skill_version: Type.String(), sandbox: Type.String() }),
  'lifecycle.run_handle': closed({ handle_id: Type.String({ description: "The engine's own id for resuming" }) }),
  'lifecycle.completion': closed({ state: State, reason_code: Type.String() }),
  'lifecycle.run.terminal': closed({ status: oneOf(['succeeded', 'failed', 'canceled']), error: nullable(EndError) }),
  'agent.turn.started': closed({}),
  'agent.turn.completed': closed({}),
  'agent.turn.failed': closed({ reason: nullable(Type.String()) }),
  'agent.message.final': Message,
  'agent.message.intermediate': Message,
  'agent.reasoning': closed({ text: Type.String() }),
  'agent.usage': Usage,
  'interaction.user_input.required': Question,
  'interaction.reply.accepted': Reply,
  'interaction.auto_decide.timeout': AutoDecision,
  'tool.call.started': ToolCall,
  'tool.call.completed': ToolCall,
  'tool.call.failed': ToolCall,
  'artifact.created': TouchedArtifact,
  'artifact.changed': TouchedArtifact,
  'artifact.indexed': IndexedArtifact,
  'diagnostic.warning': Diagnostic,
  'raw.stdout': closed({ text: Type.String(), truncated: Type.Optional(Type.Boolean()) }),
  'raw.stderr': closed({ text: Type.String(), truncated: Type.Optional(Type.Boolean()) }),
} as const

export type RaspType = keyof typeof raspData
export type RaspData = { [T in RaspType]: Static<(typeof raspData)[T]> }

export const RawRef = closed(
  {
    attempt_number: Type.Integer({ minimum: 1 }),
    stream: oneOf(['stdout', 'stderr']),
    byte_from: Type.Integer({ minimum: 0 }),
    byte_to: Type.Integer({ minimum: 0 }),
    encoding: Type.Literal('utf-8'),
  },
  { $id: 'RawRef', description: 'The position of the bytes of an event; logs/range reads them' },
)

const Correlation = closed({
  request_id: nullable(Type.String()),
  call_id: nullable(Type.String()),
  message_id: nullable(Type.String()),
  interaction_id: nullable(Type.Integer({ minimum: 1 })),
  artifact: nullable(Type.String()),
  parent_seq: nullable(Type.Integer({ minimum: 1, description: 'The event that this one answers or ends' })),
})

const envelope = <T extends RaspType>(type: T) =>
  closed({
    protocol_version: Type.Literal('rasp/1.0'),
    run_id: Type.String(),
    seq: Type.Integer({ minimum: 1 }),
    ts: EventTime,
    attempt_number: Type.Integer({ minimum: 1 }),
    source: closed({ engine: Type.String(), parser: nullable(Type.String()), confidence: Confidence }),
    event: closed({ category: Type.Literal(type.slice(0, type.indexOf('.'))), type: Type.Literal(type) }),
    data: raspData[type],
    correlation: Correlation,
    raw_ref: nullable(RawRef),
  })

export const RaspEvent = Type.Union((Object.keys(raspData) as RaspType[]).map(envelope), {
  $id: 'RaspEvent',
  description: 'An event as the server records it',
})

export type RawRef = Static<typeof RawRef>
export type RaspEvent = {
  [T in RaspType]: {
    protocol_version: 'rasp/1.0'
    run_id: string
    seq: number
    ts: string
    attempt_number: number
    source: { engine: string; parser: string | null; confidence: number }
    event: { category: string; type: T }
    data: RaspData[T]
    correlation: Static<typeof Correlation>
    raw_ref: RawRef | null
  }
}[RaspType]
