import type { Job } from '@agent-skill-runner/contract/job.ts'

/** What the client asked for, and what it was told: whatever happens to the server, this has to hold. */
export interface Ledger {
  readonly jobs: Map<string, KnownJob>
  /** Jobs that were asked for and never answered. They are asked for again. */
  readonly lost: Map<string, Wanted>
  /** Attempts of which a process was killed, by run. */
  readonly killed: Map<string, Set<number>>
  /** How long Postgres was away, each time. */
  readonly outagesMs: number[]
}

/** What a job is about. */
export interface Wanted {
  readonly kind: 'auto' | 'upload' | 'talk'
  readonly body: object
  /** What it must come to; null: the list of its replies. */
  readonly data: unknown
  readonly engine: string
  /** The runner may answer for the client. */
  readonly isAuto: boolean
}

export interface KnownJob extends Wanted {
  readonly id: string
  readonly round: number
  readonly replies: SentReply[]
  /** A cancel was sent; whether it was told as done. */
  cancel: 'none' | 'sent' | 'done'
  /** As it was when it was first seen to have ended. */
  ended: Job | null
}

export interface SentReply {
  readonly interaction: number
  /** No two replies are the same. */
  readonly response: string
  readonly key: string | null
  readonly files: Readonly<Record<string, string>>
  /** One for each time that it was sent. */
  readonly answers: ReplyAnswer[]
}

/** Lost: the server died before it answered. */
export type ReplyAnswer = 'accepted' | 'refused' | 'lost'

export const openLedger = (): Ledger => ({ jobs: new Map(), lost: new Map(), killed: new Map(), outagesMs: [] })

export const newJob = (id: string, round: number, wanted: Wanted): KnownJob => ({
  ...wanted,
  id,
  round,
  replies: [],
  cancel: 'none',
  ended: null,
})

/** What all its answers together say of a reply. A key is known or not: who was refused under one was never accepted under it. */
export function fateOf({ key, answers }: SentReply): ReplyAnswer {
  if (answers.includes('accepted')) return 'accepted'
  if (key !== null && answers.includes('refused')) return 'refused'
  return answers.includes('lost') ? 'lost' : 'refused'
}

const ends: readonly string[] = ['succeeded', 'failed', 'canceled']
export const hasEnded = (status: string): boolean => ends.includes(status)

/** Every view of a job that the client gets goes through here. */
export function noteView(known: KnownJob, job: Job): void {
  const { result: _, ...view } = job
  if (hasEnded(job.status)) known.ended ??= view
}
