import type { RaspData } from '@agent-skill-runner/contract/rasp.ts'
import { runError } from '../../src/domain/failure.ts'
import type { Trigger } from '../../src/domain/run.ts'
import { autoDecided, inputRequired, type RaspDraft, replyAccepted, stateChanged, terminal } from '../../src/events/rasp.ts'
import { openLogBench } from './log.ts'

type Bench = Awaited<ReturnType<typeof openLogBench>>

const at = (from: number, to: number) => ({ stream: 'stdout', from, to }) as const
const tool = { call_id: 'c1', name: 'shell', input: { command: 'ls' }, output_preview: null, exit_code: null }
const digest = 'a'.repeat(64)

/** Whatever a turn can say, once. */
const turn: readonly RaspDraft[] = [
  { type: 'lifecycle.run.started', data: { skill_id: 'demo', skill_version: '1.0.0', sandbox: 'bubblewrap' } },
  { type: 'lifecycle.run_handle', data: { handle_id: 'session' }, at: at(0, 10) },
  { type: 'agent.turn.started', data: {}, at: at(10, 20) },
  { type: 'agent.reasoning', data: { text: 'hm' }, at: at(20, 30) },
  { type: 'tool.call.started', data: tool, at: at(30, 40) },
  { type: 'tool.call.started', data: { ...tool, call_id: 'c2', input: 'text' }, at: at(40, 50) },
  { type: 'tool.call.completed', data: { ...tool, output_preview: 'file', exit_code: 0 }, at: at(50, 60) },
  { type: 'tool.call.failed', data: { ...tool, call_id: 'c2', input: [1], output_preview: 'no', exit_code: 2 }, at: at(60, 70) },
  { type: 'agent.message.intermediate', data: { message_id: 'm_1_1', text: 'so' }, at: at(70, 80) },
  { type: 'agent.message.final', data: { message_id: 'm_1_2', text: 'done' }, at: at(80, 90) },
  { type: 'agent.usage', data: { input_tokens: 1, output_tokens: 2, cached_tokens: 3, cost_usd: 0.5 }, at: at(90, 99) },
  { type: 'agent.turn.completed', data: {}, at: at(99, 100) },
  { type: 'agent.turn.failed', data: { reason: 'why' }, at: at(100, 110) },
  { type: 'artifact.created', data: { path: 'a.md', role: 'note', size: 1 }, artifact: 'a.md' },
  { type: 'artifact.changed', data: { path: 'a.md', role: 'note', size: 2 }, artifact: 'a.md' },
  {
    type: 'artifact.indexed',
    data: { path: 'a.md', role: 'note', mime: 'text/markdown', size: 2, sha256: digest },
    artifact: 'a.md',
  },
  { type: 'diagnostic.warning', data: { code: 'X', message: 'odd', severity: 'info', confidence: 0.5, count: 2 } },
  { type: 'raw.stdout', data: { text: 'out\n', truncated: false }, at: at(110, 114) },
  { type: 'raw.stderr', data: { text: 'err\n' }, at: { stream: 'stderr', from: 0, to: 4 } },
]

const question: RaspData['interaction.user_input.required'] = {
  interaction_id: 1,
  kind: 'choose_one',
  prompt: 'Which?',
  options: [{ value: 'a', label: 'The first' }],
}

/** Three runs in a real log that together hold every type of both protocols: one asks twice and succeeds, one fails, one is canceled. */
export async function openEveryEvent() {
  const bench = await openLogBench()
  for (const id of ['run_1', 'run_2', 'run_3']) await bench.admit(id)
  await bench.log.append(await bench.begin('run_1'), 'job_run_1', turn)
  await move(bench, 'run_1', 'turn.needs_input', (from, to) => inputRequired(from, to, question))
  await move(bench, 'run_1', 'interaction.reply.accepted', (from, to) => replyAccepted(from, to, reply))
  await bench.begin('run_1', 2)
  const again = { ...question, interaction_id: 2, kind: 'open_text' as const, options: [] }
  await move(bench, 'run_1', 'turn.needs_input', (from, to) => inputRequired(from, to, again))
  await move(bench, 'run_1', 'interaction.auto_decide.timeout', (from, to) => autoDecided(from, to, decision))
  const last = await bench.begin('run_1', 3)
  await bench.log.append(last, 'job_run_1', [
    { type: 'lifecycle.completion', data: { state: 'succeeded', reason_code: 'OUTPUT_VALID' } },
  ])
  await bench.finish(last)
  await bench.begin('run_2')
  const failed = runError('TIMEOUT', { seconds: 3 })
  await move(
    bench,
    'run_2',
    'turn.failed',
    (from, to) => [stateChanged(from, to, 'turn.failed'), terminal('failed', failed)],
    failed,
  )
  const canceled = runError('CANCELED_BY_USER')
  await move(
    bench,
    'run_3',
    'run.canceled',
    (from, to) => [stateChanged(from, to, 'run.canceled'), terminal('canceled', canceled)],
    canceled,
  )
  return bench
}

const reply = {
  interaction_id: 1,
  resolution_mode: 'user_reply',
  accepted_at: '2026-01-02T03:04:05.678Z',
  response_preview: 'a',
} as const

const decision = { interaction_id: 2, timeout_sec: 60, policy: 'engine_judgement' }

type Drafts = Parameters<Bench['log']['move']>[0]['drafts']

async function move(
  bench: Bench,
  run: string,
  trigger: Trigger,
  drafts: Drafts,
  error?: ReturnType<typeof runError>,
): Promise<void> {
  const moved = await bench.log.move({ run, job: `job_${run}`, trigger, drafts, ...(error ? { error } : {}) })
  if (!moved) throw new Error(`${run} was not moved by ${trigger}`)
}
