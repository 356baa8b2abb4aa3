import assert from 'node:assert/strict'
import fc from 'fast-check'
import { verifies } from '../../../test/verifies.ts'
import { recoveryOf } from '../src/domain/recovery.ts'
import { isTerminal, type RunId } from '../src/domain/run.ts'
import { type Action, actions, endBy, type Story, storyOf } from './support/run-actions.ts'
import { checkOrder } from './support/run-order.ts'
import { type Accident, openWorld } from './support/world.ts'

/** In each a run lives, and another one when that has ended. */
const slots = ['first', 'second', 'echo'] as const
type Slot = (typeof slots)[number]

/** What happens to runs at the same time, and what goes wrong meanwhile. */
interface Step {
  readonly acts: readonly { readonly slot: Slot; readonly action: Action }[]
  /** By which the clock is moved before: it may go backwards. */
  readonly ms: number
  readonly accident: Accident | null
  /** What a restart does with queued runs. */
  readonly queued: 'keep' | 'fail'
}

/** An end is rare, or most stories would be over before they begin. */
const often: Record<Action, number> = {
  ...{ begin: 6, say: 6, echo: 4, ask: 5, reply: 5, autoDecide: 2, haunt: 1, whisper: 1 },
  ...{ cancel: 1, succeed: 1, fail: 1 },
}
const action = fc.oneof(...Object.entries(often).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Action) })))
const crash = fc.record(
  {
    kind: fc.constant('crash' as const),
    when: fc.constantFrom('before the commit' as const, 'after the commit' as const),
    tail: fc.constantFrom('whole' as const, 'torn' as const, 'garbage' as const),
  },
  { noNullPrototype: true },
)
const accident = fc.oneof(
  { weight: 12, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constant<Accident>({ kind: 'refused' }) },
  { weight: 2, arbitrary: crash },
)
const act = fc.record({ slot: fc.constantFrom(...slots), action }, { noNullPrototype: true })
const step: fc.Arbitrary<Step> = fc.record(
  {
    acts: fc.array(act, { minLength: 1, maxLength: 4 }),
    ms: fc.integer({ min: -2000, max: 2000 }),
    accident,
    queued: fc.constantFrom('keep', 'keep', 'keep', 'fail'),
  },
  { noNullPrototype: true },
)

verifies(
  ['protocol.random-runs-keep-order', 'protocol.pairs-are-together'],
  'whatever happens to runs, and whenever the power goes, their events are whole, in order and in pairs, live and in history',
  async () => {
    const seen = new Set<string>()
    const stories = fc.array(step, { maxLength: 60, size: 'max' })
    await fc.assert(
      fc.asyncProperty(stories, (steps) => live(steps, seen)),
      { numRuns: 30, examples: [[everything]], endOnFailure: true },
    )
    // Stories in which nothing happens would prove nothing.
    assert.deepEqual(
      expected.filter((what) => !seen.has(what)),
      [],
    )
  },
)

const during = (accident: Accident | null, ...acts: [Slot, Action][]): Step => ({
  acts: acts.map(([slot, action]) => ({ slot, action })),
  ms: 1,
  accident,
  queued: 'keep',
})
const then = (...acts: [Slot, Action][]): Step => during(null, ...acts)
const crashes = { kind: 'crash', tail: 'garbage' } as const

/** Tried first, so that each thing happens in every run of this test. */
const everything: readonly Step[] = [
  then(['first', 'begin'], ['second', 'begin'], ['echo', 'begin']),
  then(['first', 'say'], ['second', 'say'], ['echo', 'echo']),
  then(['first', 'ask'], ['second', 'fail'], ['echo', 'ask']),
  then(['first', 'reply'], ['second', 'begin'], ['echo', 'autoDecide']),
  during({ ...crashes, when: 'before the commit' }, ['first', 'cancel']),
  then(['first', 'begin'], ['echo', 'begin']),
  ...Array.from({ length: 4 }, () => then(['echo', 'echo'])),
  during({ kind: 'refused' }, ['echo', 'ask']),
  then(['first', 'say']),
  then(['first', 'haunt'], ['first', 'whisper']),
  then(['first', 'say']),
  during({ kind: 'refused' }, ['first', 'ask']),
  then(['first', 'ask'], ['echo', 'cancel']),
  then(['first', 'reply']),
  then(['first', 'begin'], ['second', 'begin']),
  then(['first', 'haunt']),
  then(['first', 'succeed'], ['second', 'say']),
  during({ ...crashes, when: 'after the commit' }, ['second', 'ask']),
]

const expected = [
  ...['turn.started', 'turn.needs_input', 'turn.succeeded', 'turn.failed', 'run.canceled', 'restart.reconcile_failed'],
  ...['interaction.reply.accepted', 'interaction.auto_decide.timeout', 'attempt 3', 'RAW_DUPLICATE_SUPPRESSED'],
  ...['crash before the commit', 'crash after the commit', 'refused', 'fenced'],
]

/** Lives one story through, and looks at all runs after each step. */
async function live(steps: readonly Step[], seen: Set<string>): Promise<void> {
  const stories = new Map<RunId, Story>()
  const current = new Map<Slot, Story>()
  await using world = await openWorld((id, trigger, isCommitted) => {
    if (isCommitted) stories.get(id)?.committed(trigger)
    else stories.get(id)?.never(trigger)
  })
  for (const { acts, ms, accident, queued } of steps) {
    for (const slot of slots) await fill(slot)
    world.pass(ms)
    world.plan(accident)
    const outcomes = await Promise.allSettled(withoutRaces(acts).map(({ slot, action }) => actions[action](world, inSlot(slot))))
    if (accident?.kind === 'crash') {
      seen.add(`crash ${accident.when}`)
      await world.restart(accident.tail)
      for (const story of stories.values()) await look(story, 'after a crash')
      for (const slot of slots) await recover(inSlot(slot), queued)
    } else for (const outcome of outcomes) hear(outcome)
    await world.settle()
    for (const slot of slots) await look(inSlot(slot), 'as told')
  }
  for (const story of stories.values()) await look(story, 'as told')

  function inSlot(slot: Slot): Story {
    const story = current.get(slot)
    assert.ok(story)
    return story
  }

  async function fill(slot: Slot): Promise<void> {
    const run = current.has(slot) ? await world.get(inSlot(slot).id) : null
    if (run && !isTerminal(run.state)) return
    const story = storyOf(`${slot}_${stories.size}`)
    stories.set(story.id, story)
    current.set(slot, story)
    await world.admit(story.id)
  }

  function hear(outcome: PromiseSettledResult<() => void>): void {
    if (outcome.status === 'fulfilled') {
      outcome.value()
      return
    }
    const { name, message } = outcome.reason as Error
    const known = name === 'Fenced' ? 'fenced' : message === 'disk full' ? 'refused' : null
    if (known === null) throw outcome.reason
    seen.add(known)
  }

  /** As the server does at start. */
  async function recover(story: Story, policy: 'keep' | 'fail'): Promise<void> {
    const run = await world.get(story.id)
    if (!run) return
    const recovery = recoveryOf(run, policy, null)
    if (!recovery.leave) (await endBy(world, story, recovery.trigger, 'failed', { seen: run }))()
  }

  async function look(story: Story, when: 'as told' | 'after a crash'): Promise<void> {
    const run = await world.get(story.id)
    assert.ok(run)
    const [rasp, fcmp] = await Promise.all([world.lines(run, 'rasp'), world.lines(run, 'fcmp')])
    checkOrder(run, rasp, fcmp)
    story.check(rasp, fcmp, run.state === 'running', when)
    const follower = world.followers.get(story.id)
    await follower?.has(fcmp.length)
    assert.deepEqual(follower?.received, fcmp, 'the reader has the same bytes')
    if (isTerminal(run.state)) {
      await follower?.hasEnded()
      const { raspBytes, fcmpBytes } = run.committed
      assert.deepEqual(await world.sizes(run), [raspBytes, fcmpBytes], 'the files hold nothing else')
    }
    for (const line of [...rasp, ...fcmp]) note(JSON.parse(line))
  }

  function note({ data, attempt_number }: { data: { trigger?: string; code?: string }; attempt_number?: number }): void {
    for (const what of [`attempt ${attempt_number}`, data.trigger, data.code]) if (what) seen.add(what)
  }
}

/** An attempt has said all before it ends: its words never race with a move of its run. */
function withoutRaces(acts: Step['acts']): Step['acts'] {
  const isAlone = (slot: Slot) => acts.filter((other) => other.slot === slot).length === 1
  return acts.filter(({ slot, action }) => !['say', 'echo'].includes(action) || isAlone(slot))
}
