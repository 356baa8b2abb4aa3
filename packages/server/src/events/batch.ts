import type { Fence, Run, RunId } from '../domain/run.ts'
import { sizeOf } from './encode.ts'
import { Fenced } from './log-deps.ts'
import { coalesce, type RaspDraft, type Voice } from './rasp.ts'

/** Events of one attempt that are to be committed together. */
export interface Waiting {
  readonly voice: Voice
  readonly fence: Fence
  readonly drafts: readonly RaspDraft[]
  readonly bytes: number
}

export const isOf = (run: Run, { fence }: Waiting): boolean => run.attempt === fence.attempt

/** What waits to be written, of one attempt at a time. */
export class Batch {
  readonly #run: RunId
  #waiting: (Waiting & { readonly drafts: RaspDraft[]; bytes: number }) | null = null

  constructor(run: RunId) {
    this.#run = run
  }

  /** Of which attempt something waits; null: nothing does. */
  get attempt(): number | null {
    return this.#waiting?.fence.attempt ?? null
  }

  get bytes(): number {
    return this.#waiting?.bytes ?? 0
  }

  /** What two attempts say never waits together: it would be committed as the words of one of them. The words of an older one are history. */
  add(voice: Voice, fence: Fence, drafts: readonly RaspDraft[]): void {
    if (this.attempt !== null && this.attempt > fence.attempt) throw new Fenced(this.#run, fence.attempt)
    if (this.attempt !== fence.attempt) this.#waiting = null
    this.#waiting ??= { voice, fence, drafts: [], bytes: 0 }
    for (const draft of coalesce(drafts)) {
      this.#waiting.drafts.push(draft)
      this.#waiting.bytes += sizeOf(draft)
    }
  }

  /** From here on nothing waits; whoever took it writes it or puts it back. */
  take(): Waiting | null {
    const taken = this.#waiting
    this.#waiting = null
    return taken
  }

  /** It waits again, in front of what has come since: nothing is lost for a full disk. */
  putBack(taken: Waiting): void {
    const { drafts, bytes } = this.#waiting ?? { drafts: [], bytes: 0 }
    this.#waiting = { ...taken, drafts: [...taken.drafts, ...drafts], bytes: taken.bytes + bytes }
  }
}
