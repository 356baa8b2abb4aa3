import { chance, listOf, oneOf, type Random, randomOf, whole } from './random.ts'

/** All that is decided about a round before it begins. What comes of it is up to the machine. */
export interface RoundPlan {
  readonly round: number
  readonly queuedPolicy: 'fail' | 'keep'
  readonly maxRunning: number
  /** A start before the one that counts is ended after so long; null: there is none. */
  readonly diesStartingAfterMs: number | null
  /** It is started once more, to see that nothing changes. */
  readonly startsTwice: boolean
  readonly actions: readonly Action[]
  /** When a process of a run is ended, and which of those that are there. */
  readonly engineKills: readonly { readonly afterMs: number; readonly share: number }[]
  readonly death: Death
  /** Only over Postgres: when that is restarted, if the server is still there. */
  readonly postgresRestartAfterMs: number
  /** For choices among what is there by then, each from 0 to 1. */
  readonly shares: readonly number[]
}

/** When the server is killed. */
export interface Death {
  /** What is waited for; null: only the time. */
  readonly moment: Moment | null
  /** The first of them, or a later one. */
  readonly nth: number
  /** So long after the moment. */
  readonly lateMs: number
  /** Whatever happens, not later than this. */
  readonly latestMs: number
}

/** What a clock does not hit often: answers of the server, and things that appear in its data folder. */
export const moments = [
  ...(['job-accepted', 'reply-sent', 'reply-answered', 'cancel-sent', 'cancel-answered'] as const),
  ...(['home-made', 'home-gone', 'session-kept', 'session-gone', 'files-placed'] as const),
  ...(['run-queued', 'run-running', 'run-waiting', 'run-ended'] as const),
] as const
export type Moment = (typeof moments)[number]

/** Where a reply is neither here nor there is where most can go wrong. */
const dearest: readonly [Moment, ...Moment[]] = ['reply-sent', 'reply-sent', 'files-placed', 'reply-answered', 'session-kept']

export type Action = { readonly afterMs: number } & (AutoPlan | UploadPlan | TalkPlan | OldPlan)

/** A job that runs by itself. */
export interface AutoPlan {
  readonly kind: 'script' | 'replay'
  readonly isSlow: boolean
  readonly cancelAfterMs: number | null
}

/** A job whose file comes later, or never in this round. */
export interface UploadPlan {
  readonly kind: 'upload'
  readonly uploadAfterMs: number | null
  readonly cancelAfterMs: number | null
}

/** A conversation; questions that have no reply here stay open. */
export interface TalkPlan {
  readonly kind: 'talk'
  readonly engine: string
  readonly questions: number
  readonly isSlow: boolean
  /** The runner answers by itself after a second. */
  readonly isAuto: boolean
  readonly replies: readonly ReplyPlan[]
  readonly cancelAfterMs: number | null
}

/** A run that has been waiting since an earlier round. */
export interface OldPlan {
  readonly kind: 'old'
  readonly share: number
  readonly reply: ReplyPlan
}

export interface ReplyPlan {
  readonly afterMs: number
  readonly files: number
  readonly hasKey: boolean
  /** The same again at the same time, which needs a key. */
  readonly isTwice: boolean
  /** A cancel at the same time. */
  readonly withCancel: boolean
}

/** A real CLI takes longer to say anything than a replayed one. */
const patience = { replay: 1, real: 4 }

export function planOf(seed: number, round: number, engines: readonly string[] = ['replay']): RoundPlan {
  const random = randomOf(seed, round)
  const times = engines.every((engine) => engine === 'replay') ? patience.replay : patience.real
  return {
    round,
    queuedPolicy: chance(random, 0.35) ? 'keep' : 'fail',
    maxRunning: whole(random, 1, 3),
    diesStartingAfterMs: chance(random, 0.2) ? whole(random, 100, 900) : null,
    startsTwice: round % 3 === 2,
    actions: listOf(whole(random, 3, 6), (index) => ({
      afterMs: whole(random, 0, 500),
      // One at least is answered: most of what can go wrong has to do with replies.
      ...(index === 0 ? talkOf(random, engines, 1) : actionOf(random, engines)),
    })),
    engineKills: listOf(whole(random, 0, 2), () => ({ afterMs: whole(random, 150, 1200 * times), share: random() })),
    death: deathOf(random, times),
    shares: listOf(32, random),
    // The last, so that it decides about nothing else.
    postgresRestartAfterMs: whole(random, 0, 700),
  }
}

function deathOf(random: Random, times: number): Death {
  if (chance(random, 0.25)) return { moment: null, nth: 0, lateMs: 0, latestMs: whole(random, 50, 2000 * times) }
  const lateMs = chance(random, 0.5) ? 0 : whole(random, 0, 25)
  return {
    moment: oneOf(random, chance(random, 0.4) ? dearest : moments),
    nth: oneOf(random, [1, 1, 1, 2, 3]),
    lateMs,
    latestMs: 5000 * times,
  }
}

function actionOf(random: Random, engines: readonly string[]): AutoPlan | UploadPlan | TalkPlan | OldPlan {
  const kind = oneOf(random, ['talk', 'talk', 'talk', 'talk', 'old', 'old', 'script', 'replay', 'upload'] as const)
  switch (kind) {
    case 'talk':
      return talkOf(random, engines)
    case 'old':
      return { kind, share: random(), reply: replyOf(random) }
    case 'upload':
      return {
        kind,
        uploadAfterMs: chance(random, 0.7) ? whole(random, 0, 400) : null,
        cancelAfterMs: sometimes(random, 0.2, 600),
      }
    default:
      return { kind, isSlow: chance(random, 0.5), cancelAfterMs: sometimes(random, 0.2, 600) }
  }
}

function talkOf(random: Random, engines: readonly string[], leastReplies = 0): TalkPlan {
  const isAuto = chance(random, 0.25)
  // A run that answers itself takes a second for each question.
  const questions = whole(random, 1, isAuto ? 2 : 4)
  const [first = 'replay', ...others] = engines
  return {
    kind: 'talk',
    engine: oneOf(random, [first, ...others]),
    questions,
    isSlow: chance(random, 0.3),
    isAuto,
    replies: listOf(whole(random, leastReplies, questions), () => ({
      ...replyOf(random),
      ...(isAuto ? { afterMs: whole(random, 900, 1100) } : {}),
    })),
    cancelAfterMs: sometimes(random, 0.15, 1200),
  }
}

function replyOf(random: Random): ReplyPlan {
  const hasKey = chance(random, 0.6)
  return {
    afterMs: whole(random, 0, 120),
    files: chance(random, 0.3) ? whole(random, 1, 3) : 0,
    hasKey,
    isTwice: hasKey && chance(random, 0.4),
    withCancel: chance(random, 0.15),
  }
}

const sometimes = (random: Random, share: number, mostMs: number): number | null =>
  chance(random, share) ? whole(random, 0, mostMs) : null
