import type { FcmpEvent } from '@agent-skill-runner/contract/fcmp.ts'
import type { Job } from '@agent-skill-runner/contract/job.ts'
import type { RaspEvent } from '@agent-skill-runner/contract/rasp.ts'
import { newJob } from '../../../../torture/ledger.ts'
import type { InteractionRow, RunRow } from '../../../../torture/rows.ts'
import type { Story } from '../../../../torture/story.ts'

/** A conversation with one question. It waited when its server died, was answered after the restart with a file, and has ended. */

const at = '2026-01-02T03:04:05.678Z'

interface Step {
  readonly attempt: number
  readonly rasp: string
  readonly data: object
  readonly fcmp: string
  readonly shown?: object
  readonly interaction?: number
  readonly parent?: number
}

const moves = (attempt: number, from: string, to: string, trigger: string, pending: number | null, parent?: number): Step => ({
  attempt,
  rasp: 'lifecycle.run.state_changed',
  data: { from, to, trigger },
  fcmp: 'conversation.state.changed',
  shown: { from, to, trigger, updated_at: at, pending_interaction_id: pending },
  ...(parent === undefined ? {} : { parent }),
})

const question = { interaction_id: 1, kind: 'open_text', prompt: 'What is 1?', options: [] }
const reply = { interaction_id: 1, resolution_mode: 'user_reply', accepted_at: at, response_preview: 'blue' }

const steps: readonly Step[] = [
  moves(1, 'queued', 'running', 'turn.started', null),
  { attempt: 1, rasp: 'interaction.user_input.required', data: question, fcmp: 'user.input.required', interaction: 1 },
  moves(1, 'running', 'waiting_user', 'turn.needs_input', 1, 2),
  moves(1, 'waiting_user', 'waiting_user', 'restart.preserve_waiting', 1),
  { attempt: 1, rasp: 'interaction.reply.accepted', data: reply, fcmp: 'interaction.reply.accepted', interaction: 1 },
  moves(1, 'waiting_user', 'queued', 'interaction.reply.accepted', null, 5),
  moves(2, 'queued', 'running', 'turn.started', null),
  moves(2, 'running', 'succeeded', 'turn.succeeded', null),
  {
    attempt: 2,
    rasp: 'lifecycle.run.terminal',
    data: { status: 'succeeded', error: null },
    fcmp: 'conversation.completed',
    shown: { state: 'succeeded', reason_code: 'OUTPUT_VALID' },
    parent: 8,
  },
]

const raspOf = (step: Step, index: number): RaspEvent =>
  ({
    protocol_version: 'rasp/1.0',
    run_id: 'run_1',
    seq: index + 1,
    ts: at,
    attempt_number: step.attempt,
    source: { engine: 'replay', parser: 'replay_ndjson', confidence: 0.95 },
    event: { category: step.rasp.split('.')[0], type: step.rasp },
    data: step.data,
    correlation: {
      ...{ request_id: 'job_1', call_id: null, message_id: null, artifact: null },
      interaction_id: step.interaction ?? null,
      parent_seq: step.parent ?? null,
    },
    raw_ref: null,
  }) as RaspEvent

const fcmpOf = (step: Step, index: number): FcmpEvent =>
  ({
    protocol_version: 'fcmp/1.0',
    run_id: 'run_1',
    seq: index + 1,
    ts: at,
    engine: 'replay',
    type: step.fcmp,
    data: step.shown ?? step.data,
    meta: {
      attempt: step.attempt,
      local_seq: step.attempt === 1 ? index + 1 : index - 5,
      rasp_seq: [index + 1],
      confidence: 0.95,
    },
    raw_ref: null,
  }) as FcmpEvent

const run: RunRow = {
  id: 'run_1',
  state: 'succeeded',
  attempt: 2,
  awaiting_upload: 0,
  execution_mode: 'interactive',
  pending_interaction: null,
  interaction_count: 1,
  auto_decision_count: 0,
  rasp_seq: 9,
  fcmp_seq: 9,
  recovery_state: 'recovered_waiting',
  recovery_reason: 'resumable_waiting_preserved',
  recovered_at: at,
}

const waited: RunRow = {
  ...run,
  ...{ state: 'waiting_user', attempt: 1, pending_interaction: 1, rasp_seq: 3, fcmp_seq: 3 },
  ...{ recovery_state: 'none', recovery_reason: null, recovered_at: null },
}

const answered: InteractionRow = {
  run_id: 'run_1',
  id: 1,
  attempt: 1,
  asked_at: at,
  expires_at: at,
  resolution: 'user_reply',
  response: '"blue"',
  files: '[{"path":"a.txt","size":1,"sha256":"0"}]',
  upload_id: null,
  answer_key: 'key 1',
}

const job: Job = {
  request_id: 'job_1',
  run_id: 'run_1',
  status: 'succeeded',
  skill_id: 'torture-talk',
  temporary: false,
  skill_version: '1.0.0',
  skill_digest: 'd',
  engine: 'replay',
  model: 'asks-1',
  execution_mode: 'interactive',
  attempt_number: 2,
  cache_hit: false,
  awaiting_upload: false,
  queue_position: null,
  created_at: at,
  updated_at: at,
  started_at: at,
  finished_at: at,
  pending_interaction_id: null,
  interaction_count: 1,
  auto_decision_count: 0,
  last_auto_decision_at: null,
  recovery_state: 'recovered_waiting',
  recovered_at: at,
  recovery_reason: 'resumable_waiting_preserved',
  usage: null,
  warnings: [],
  error: null,
}

export const honest: Story = {
  known: {
    ...newJob('job_1', 3, { kind: 'talk', body: {}, data: null, engine: 'replay', isAuto: true }),
    replies: [{ interaction: 1, response: 'blue', key: 'key 1', files: { 'a.txt': 'x' }, answers: ['lost', 'accepted'] }],
    ended: job,
  },
  killed: new Set(),
  outageMs: 0,
  before: { run: waited, interactions: [{ ...answered, resolution: null, response: null, files: null, answer_key: null }] },
  restart: { queuedPolicy: 'fail', diesStartingAfterMs: null },
  job,
  run,
  interactions: [answered],
  rasp: steps.map(raspOf),
  fcmp: steps.map(fcmpOf),
  result: {
    ...{ status: 'succeeded', data: { replies: ['blue'] }, artifacts: [], normalization_level: null },
    ...{ validation_warnings: [], error: null, usage: null },
  },
  receipt: { run_id: 'run_1', state: 'succeeded', error_code: null, isSigned: true, changed: [] },
  pending: null,
  replyFiles: { 1: { 'a.txt': 'x' } },
}
