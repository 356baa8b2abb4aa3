import type { FcmpEvent } from '@agent-skill-runner/contract/fcmp.ts'
import type { RaspEvent } from '@agent-skill-runner/contract/rasp.ts'
import type { CommitPoint, Run } from '../domain/run.ts'
import { stampFcmp, toFcmp } from './fcmp.ts'
import { type RaspDraft, stamp, type Voice } from './rasp.ts'

/** One pass: drafts are numbered, folded and written down. Nothing is rebuilt later. */
export function encode(voice: Voice, drafts: readonly RaspDraft[], before: CommitPoint, localBase: number, at: string) {
  const rasp: RaspEvent[] = drafts.map((draft, index) => stamp(voice, draft, before.raspSeq + index + 1, at))
  const fcmp: FcmpEvent[] = rasp
    .flatMap((event) => toFcmp(event).map((draft) => ({ event, draft })))
    .map(({ event, draft }, index) => {
      const seq = before.fcmpSeq + index + 1
      return stampFcmp(draft, event, seq, seq - localBase)
    })
  return { rasp: rasp.map((event) => JSON.stringify(event)), fcmp: fcmp.map((event) => JSON.stringify(event)) }
}

/** What an event takes in a file, about: its envelope and the text in it. */
export const sizeOf = (draft: RaspDraft): number => 300 + ('text' in draft.data ? draft.data.text.length : 0)

/** How an engine is read: by which parser, and how sure that one is. */
export interface Profile {
  readonly parser: string | null
  readonly confidence: number
}

/** A script speaks for itself: there is no parser, and no doubt. */
export const scriptProfile: Profile = { parser: null, confidence: 1 }

export function voiceOf(run: Run, job: string | null, attempt: number, { parser, confidence }: Profile): Voice {
  return { run: run.id, job, attempt, engine: run.engine, parser, confidence }
}
