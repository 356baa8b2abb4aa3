import assert from 'node:assert/strict'
import type { FcmpEvent } from '@agent-skill-runner/contract/fcmp.ts'
import type { RaspEvent } from '@agent-skill-runner/contract/rasp.ts'
import { type CommitPoint, isTerminal, next, type RunState, type Trigger } from '../../src/domain/run.ts'
import { faultOf } from './event-schemas.ts'

/** What the row of a run says about its events. */
interface Run {
  readonly state: RunState
  readonly committed: Pick<CommitPoint, 'raspSeq' | 'fcmpSeq'>
}

/** What has to hold of the events of a run at any instant, whatever happened to it. */
export function checkOrder(run: Run, raspLines: readonly string[], fcmpLines: readonly string[]): void {
  const rasp: RaspEvent[] = raspLines.map((line) => JSON.parse(line))
  const fcmp: FcmpEvent[] = fcmpLines.map((line) => JSON.parse(line))
  assert.deepEqual([...rasp, ...fcmp].map(faultOf).filter(Boolean), [], 'every event fits its schema')
  assert.deepEqual([rasp.length, fcmp.length], [run.committed.raspSeq, run.committed.fcmpSeq], 'the row counts what is there')
  for (const events of [rasp, fcmp]) {
    const times = events.map(({ ts }) => ts)
    assert.deepEqual(
      events.map(({ seq }) => seq),
      countTo(events.length),
      'numbers are contiguous from 1',
    )
    assert.deepEqual(times, times.toSorted(), 'times never fall')
  }
  checkAttempts(rasp, fcmp)
  checkReferences(rasp, fcmp)
  checkStates(run, rasp, fcmp)
  checkPairs(fcmp)
  checkEnd(run, rasp, fcmp)
}

const countTo = (n: number): number[] => Array.from({ length: n }, (_, index) => index + 1)

function checkAttempts(rasp: readonly RaspEvent[], fcmp: readonly FcmpEvent[]): void {
  const attempts = [rasp.map((event) => event.attempt_number), fcmp.map(({ meta }) => meta.attempt)]
  for (const numbers of attempts)
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
      'attempts come in order',
    )
  for (const ofAttempt of Map.groupBy(fcmp, ({ meta }) => meta.attempt).values()) {
    assert.deepEqual(
      ofAttempt.map(({ meta }) => meta.local_seq),
      countTo(ofAttempt.length),
      'local numbers count within the attempt',
    )
  }
}

/** Numbers that point to other events point to some that are there, in the same attempt; the parent of a call's end is its start. */
function checkReferences(rasp: readonly RaspEvent[], fcmp: readonly FcmpEvent[]): void {
  for (const { meta } of fcmp) {
    assert.deepEqual(
      meta.rasp_seq.map((seq) => rasp[seq - 1]?.attempt_number),
      meta.rasp_seq.map(() => meta.attempt),
    )
  }
  for (const { seq, attempt_number: attempt, event, correlation } of rasp) {
    if (correlation.parent_seq === null) continue
    const parent = rasp[correlation.parent_seq - 1]
    assert.deepEqual([correlation.parent_seq < seq, parent?.attempt_number], [true, attempt], 'a parent comes first')
    if (event.type !== 'tool.call.completed') continue
    assert.deepEqual([parent?.event.type, parent?.correlation.call_id], ['tool.call.started', correlation.call_id])
  }
}

interface Change {
  readonly from: RunState
  readonly to: RunState
  readonly trigger: Trigger
}

/** Each state follows from the one before by a legal move, and the last one is that of the row. */
function checkStates(run: Run, rasp: readonly RaspEvent[], fcmp: readonly FcmpEvent[]): void {
  const changes = rasp.filter(({ event }) => event.type === 'lifecycle.run.state_changed').map(({ data }) => data as Change)
  const shown = fcmp.filter(({ type }) => type === 'conversation.state.changed').map(({ data }) => data as Change)
  assert.deepEqual(
    shown.map(({ from, to, trigger }) => ({ from, to, trigger })),
    changes,
    'both protocols tell the same states',
  )
  let state: RunState = 'queued'
  for (const { from, to, trigger } of changes) {
    assert.deepEqual([from, to], [state, next(state, trigger)], 'states follow from each other')
    state = to
  }
  assert.equal(state, run.state, 'the last state told is that of the run')
}

const partners: Partial<Record<Trigger, FcmpEvent['type']>> = {
  'turn.needs_input': 'user.input.required',
  'interaction.reply.accepted': 'interaction.reply.accepted',
  'interaction.auto_decide.timeout': 'interaction.auto_decide.timeout',
}
const endings = {
  succeeded: 'conversation.completed',
  failed: 'conversation.failed',
  canceled: 'conversation.canceled',
} as const satisfies Partial<Record<RunState, FcmpEvent['type']>>

/** A question or an answer stands right before its state, an end right behind it, and none of them alone. */
function checkPairs(fcmp: readonly FcmpEvent[]): void {
  const led: FcmpEvent[] = []
  for (const [index, event] of fcmp.entries()) {
    if (event.type !== 'conversation.state.changed') continue
    const { to, trigger, pending_interaction_id: pending } = event.data as Change & { pending_interaction_id: number | null }
    const before = fcmp[index - 1]
    const after = fcmp[index + 1]
    const partner = partners[trigger]
    if (partner) {
      assert.equal(before?.type, partner, `${trigger} has its partner`)
      if (before) led.push(before)
      assert.equal(pending, to === 'waiting_user' ? questionOf(before) : null, 'the state names the question that is pending')
    }
    if (isTerminal(to)) {
      assert.equal(after?.type, endings[to], `${to} is told as an end`)
      if (after) led.push(after)
    }
  }
  const partnerTypes: readonly string[] = [...Object.values(partners), ...Object.values(endings)]
  assert.deepEqual(
    fcmp.filter(({ type }) => partnerTypes.includes(type)),
    led,
    'nothing of a pair stands alone',
  )
}

const questionOf = (event: FcmpEvent | undefined): number | null =>
  event && 'interaction_id' in event.data ? event.data.interaction_id : null

function checkEnd(run: Run, rasp: readonly RaspEvent[], fcmp: readonly FcmpEvent[]): void {
  const ends = [
    rasp.filter(({ event }) => event.type === 'lifecycle.run.terminal').map(({ seq }) => seq),
    fcmp.filter(({ type }) => Object.values<string>(endings).includes(type)).map(({ seq }) => seq),
  ]
  const expected = isTerminal(run.state) ? [[rasp.length], [fcmp.length]] : [[], []]
  assert.deepEqual(ends, expected, 'there is one end, and nothing behind it')
}
