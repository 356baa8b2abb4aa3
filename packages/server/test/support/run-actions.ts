import assert from 'node:assert/strict'
import { runError } from '../../src/domain/failure.ts'
import type { Run, RunIn, RunState, TerminalState, Trigger } from '../../src/domain/run.ts'
import type { StateChange } from '../../src/events/log-deps.ts'
import {
  autoDecided,
  inputRequired,
  type RaspDraft,
  rawBlocks,
  replyAccepted,
  stateChanged,
  terminal,
} from '../../src/events/rasp.ts'
import { engineOf, type openWorld } from './world.ts'

type World = Pick<Awaited<ReturnType<typeof openWorld>>, 'boot' | 'get'>

/** Called when the server has answered: from here on what it was asked must be true for ever. */
type Acknowledge = () => void
const nothing: Acknowledge = () => {}

/** What somebody who watched a run knows of it. */
export interface Story {
  readonly id: string
  /** The state changes that were answered, in order. */
  readonly triggers: string[]
  /** Those that were asked for and not answered yet. */
  readonly asked: Set<string>
  /** Words that were handed in, in order; so many of them for certain. */
  readonly words: string[]
  certain: number
  /** The log refused words from this one on: the attempt has to end, and they may be kept or not. */
  doubtFrom: number | null
  /** An attempt that is over, and may try to write all the same. */
  stale: RunIn<'running'> | null
  current: RunIn<'running'> | null
  offset: number
  /** A call has begun; it may end in another attempt, as nobody should. */
  isCalling: boolean
  /** What a change came to. */
  committed(trigger: string | null): void
  never(trigger: string | null): void
  check(rasp: readonly string[], fcmp: readonly string[], isRunning: boolean, when: 'as told' | 'after a crash'): void
}

export function storyOf(id: string): Story {
  return {
    id,
    triggers: [],
    asked: new Set(),
    words: [],
    certain: 0,
    doubtFrom: null,
    stale: null,
    current: null,
    offset: 0,
    isCalling: false,
    committed(trigger) {
      if (trigger === null) return
      this.triggers.push(trigger)
      this.asked.delete(trigger)
      // A state change brings along all that was said before it.
      this.certain = this.doubtFrom ?? this.words.length
    },
    never(trigger) {
      if (trigger) this.asked.delete(trigger)
    },
    check(rasp, fcmp, isRunning, when) {
      const told: string[] = rasp.flatMap((line) => JSON.parse(line).data.trigger ?? [])
      const [unanswered] = told.slice(this.triggers.length)
      // What was under way when the power went may have been committed, and its answer lost.
      if (when === 'after a crash' && unanswered && this.asked.has(unanswered)) this.committed(unanswered)
      if (when === 'after a crash') this.asked.clear()
      assert.deepEqual(told, this.triggers, `the states of ${id} are those that were answered`)
      const kept = wordsIn(rasp)
      assert.deepEqual(kept, this.words.slice(0, kept.length), `the words of ${id} are kept in order and once`)
      assert.ok(kept.length >= this.certain, `${id} lost words that were committed`)
      // What was not committed when the power went never happened; what was refused and not kept by now will not be.
      const isSettled = when === 'after a crash' || (this.doubtFrom !== null && !isRunning)
      if (isSettled) this.words.length = kept.length
      if (isSettled) this.doubtFrom = null
      const suppressed = fcmp.reduce((sum, line) => sum + suppressedIn(line), 0)
      const mayHold = engineOf(id) === 'echoing' && isRunning
      if (!mayHold)
        assert.equal(wordsIn(fcmp).length + suppressed, kept.length, `${id} shows all words, or says that it does not`)
    },
  }
}

const wordsIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => [...(JSON.parse(line).data.text ?? '').matchAll(/#\d+;/g)].map(([word]) => word))

const suppressedIn = (line: string): number => {
  const { code, count } = JSON.parse(line).data
  return code === 'RAW_DUPLICATE_SUPPRESSED' ? count : 0
}

let counter = 0
const freshWord = (): string => `#${++counter};`

/** What can happen to a run. One that does not fit its state happens all the same, and must change nothing. */
export const actions = {
  begin: async (world: World, story: Story): Promise<Acknowledge> => {
    const run = await world.get(story.id)
    if (run?.state !== 'queued') return nothing
    story.offset = 0
    const begins = { attempt: run.attempt + 1, owner: world.boot.name }
    return move(world, story, 'turn.started', { begins, drafts: (from, to) => [stateChanged(from, to, 'turn.started')] })
  },
  say: (world: World, story: Story) => say(world, story, talk),
  echo: (world: World, story: Story) => say(world, story, echo),
  ask: async (world: World, story: Story) => {
    const run = await world.get(story.id)
    if (run?.state !== 'running') return nothing
    const question = { interaction_id: run.attempt, kind: 'open_text' as const, prompt: 'And now?', options: [] }
    return move(world, story, 'turn.needs_input', {
      fence: fenceOf(run),
      drafts: (from, to) => inputRequired(from, to, question),
    })
  },
  reply: async (world: World, story: Story) => {
    const run = await world.get(story.id)
    if (run?.state !== 'waiting_user') return nothing
    const data = {
      interaction_id: run.attempt,
      resolution_mode: 'user_reply',
      accepted_at: run.updatedAt,
      response_preview: 'so',
    } as const
    return move(world, story, 'interaction.reply.accepted', { drafts: (from, to) => replyAccepted(from, to, data) })
  },
  autoDecide: async (world: World, story: Story) => {
    const run = await world.get(story.id)
    if (run?.state !== 'waiting_user') return nothing
    const data = { interaction_id: run.attempt, timeout_sec: 1, policy: 'engine_judgement' }
    return move(world, story, 'interaction.auto_decide.timeout', { drafts: (from, to) => autoDecided(from, to, data) })
  },
  cancel: async (world: World, story: Story) => {
    const run = await world.get(story.id)
    return run ? endBy(world, story, 'run.canceled', 'canceled', { seen: run }) : nothing
  },
  succeed: (world: World, story: Story) => endAttempt(world, story, 'turn.succeeded', 'succeeded'),
  fail: (world: World, story: Story) => endAttempt(world, story, 'turn.failed', 'failed'),
  /** An attempt that is over wants to end the run, and writes once more. */
  haunt: (world: World, story: Story) => haunt(world, story, 5000),
  whisper: (world: World, story: Story) => haunt(world, story, 1),
} as const satisfies Record<string, (world: World, story: Story) => Promise<Acknowledge>>

export type Action = keyof typeof actions

const fenceOf = ({ attempt, owner }: RunIn<'running'>) => ({ attempt, owner })

/** What is long enough is written at once, what is short waits for more. */
async function haunt(world: World, { stale }: Story, times: number): Promise<Acknowledge> {
  if (!stale) return nothing
  const drafts = (from: RunState, to: RunState) => [stateChanged(from, to, 'turn.succeeded'), terminal('succeeded', null)]
  const moved = await world.boot.log.move({ run: stale.id, job: null, trigger: 'turn.succeeded', fence: fenceOf(stale), drafts })
  assert.equal(moved, null, 'an attempt that is over ends nothing')
  await world.boot.log.append(stale, null, [
    { type: 'agent.message.final', data: { message_id: 'm', text: '#0;'.repeat(times) } },
  ])
  return nothing
}

async function endAttempt(world: World, story: Story, trigger: Trigger, to: TerminalState): Promise<Acknowledge> {
  const run = await world.get(story.id)
  return run?.state === 'running' ? endBy(world, story, trigger, to, { fence: fenceOf(run) }) : nothing
}

/** A move to the end of the run. */
export function endBy(
  world: World,
  story: Story,
  trigger: Trigger,
  to: TerminalState,
  more: Partial<StateChange>,
): Promise<Acknowledge> {
  const error = to === 'succeeded' ? null : runError(to === 'failed' ? 'SCRIPT_FAILED' : 'CANCELED_BY_USER')
  const drafts = (from: RunState, state: RunState): RaspDraft[] => [stateChanged(from, state, trigger), terminal(to, error)]
  return move(world, story, trigger, { ...more, drafts, ...(error ? { error } : {}) })
}

async function move(
  world: World,
  story: Story,
  trigger: Trigger,
  change: Pick<StateChange, 'drafts'> & Partial<StateChange>,
): Promise<Acknowledge> {
  story.asked.add(trigger)
  const moved = await world.boot.log.move({ run: story.id, job: `job_${story.id}`, trigger, ...change })
  if (moved === null) return () => story.never(trigger)
  return () => {
    story.committed(trigger)
    remember(story, moved)
  }
}

function remember(story: Story, run: Run): void {
  story.stale = story.current ?? story.stale
  story.current = run.state === 'running' ? run : null
}

async function say(world: World, story: Story, what: (story: Story) => RaspDraft[]): Promise<Acknowledge> {
  const run = await world.get(story.id)
  if (run?.state !== 'running' || story.doubtFrom !== null) return nothing
  const before = story.words.length
  const drafts = what(story)
  story.words.push(...drafts.flatMap((draft) => ('text' in draft.data ? (draft.data.text.match(/#\d+;/g) ?? []) : [])))
  try {
    await world.boot.log.append(run, `job_${story.id}`, drafts)
  } catch (error) {
    story.doubtFrom = before
    throw error
  }
  return nothing
}

/** A call, a line and a remark, as an engine mixes them. */
function talk(story: Story): RaspDraft[] {
  const call = { call_id: 'c1', name: 'shell', input: null, output_preview: null, exit_code: null }
  story.isCalling = !story.isCalling
  return [
    ...lines(story, [freshWord(), freshWord()]),
    story.isCalling
      ? { type: 'tool.call.started', data: call }
      : { type: 'tool.call.completed', data: { ...call, exit_code: 0 } },
    { type: 'agent.message.intermediate', data: { message_id: 'm', text: freshWord() } },
    ...lines(story, [freshWord()]),
  ]
}

/** Lines that are printed, and said as a message as well. */
function echo(story: Story): RaspDraft[] {
  const words = [freshWord(), freshWord(), freshWord()]
  return [
    ...lines(story, words),
    { type: 'agent.message.final', data: { message_id: 'm', text: words.join('\n') } },
    ...lines(story, [freshWord()]),
  ]
}

function lines(story: Story, words: readonly string[]): RaspDraft[] {
  return rawBlocks(
    words.map((word) => {
      const from = story.offset
      story.offset += word.length + 1
      return { text: `${word}\n`, at: { stream: 'stdout', from, to: story.offset }, tooLong: false }
    }),
  )
}
