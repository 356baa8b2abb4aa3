import type { DiagnosticCode } from '@agent-skill-runner/contract/diagnostics.ts'
import type { FcmpEvent } from '@agent-skill-runner/contract/fcmp.ts'
import type { RaspEvent } from '@agent-skill-runner/contract/rasp.ts'
import type { CommitPoint, Run } from '../domain/run.ts'
import type { Fold } from './echo.ts'
import { stampFcmp } from './fcmp.ts'
import type { Parents } from './parents.ts'
import { type RaspDraft, stamp, type Voice, warning } from './rasp.ts'

/** One pass: drafts are numbered, folded and written down. Nothing is rebuilt later. */
export function encode(
  voice: Voice,
  drafts: readonly RaspDraft[],
  { parents, fold, localBase, isEnd }: Folding,
  before: CommitPoint,
  at: string,
) {
  const rasp: RaspEvent[] = drafts.map((draft, index) => {
    const seq = before.raspSeq + index + 1
    return stamp(voice, draft, seq, at, parents(draft, seq))
  })
  const folded = [...rasp.flatMap((event) => fold.push(event)), ...(isEnd ? fold.end() : [])]
  const fcmp: FcmpEvent[] = folded.map(({ draft, of, raspSeq }, index) => {
    const seq = before.fcmpSeq + index + 1
    return stampFcmp(draft, of, seq, seq - localBase, raspSeq)
  })
  return { rasp: rasp.map((event) => JSON.stringify(event)), fcmp: fcmp.map((event) => JSON.stringify(event)) }
}

/** What an attempt has told so far decides about what it tells next. */
export interface Folding {
  readonly parents: Parents
  readonly fold: Fold
  /** Events of earlier attempts: local numbers count from here. */
  readonly localBase: number
  /** The run leaves its state: nothing may be held back any longer. */
  readonly isEnd: boolean
}

/** What an event takes in a file, about: its envelope and the text in it. */
export const sizeOf = (draft: RaspDraft): number => 300 + ('text' in draft.data ? draft.data.text.length : 0)

/** How an engine is read: by which parser, and how sure that one is. */
export interface Profile {
  readonly parser: string | null
  readonly confidence: number
  /** It prints what it also says as a message. */
  readonly echoes: boolean
}

/** A script speaks for itself: there is no parser, and no doubt. */
export const scriptProfile: Profile = { parser: null, confidence: 1, echoes: false }

/** Of an engine that this build cannot read: whatever it says stays raw. */
export const unknownProfile: Profile = { parser: 'unknown', confidence: 0.2, echoes: false }

/** Told once, at the beginning of an attempt. */
export function doubtsAbout({ parser, confidence }: Profile, engine: string): RaspDraft[] {
  const isUnknown = parser === unknownProfile.parser
  return [
    ...(isUnknown ? [warning('UNKNOWN_ENGINE_PROFILE', `This build has no parser for ${engine}: all it says stays raw.`)] : []),
    ...(confidence < leastConfidence ? [lowConfidence(confidence)] : []),
  ]
}

const leastConfidence = 0.7

function lowConfidence(confidence: number): RaspDraft {
  const code: DiagnosticCode = 'LOW_CONFIDENCE_PARSE'
  const message = 'What this engine prints can be read in more than one way: messages and raw output may be mixed up.'
  return { type: 'diagnostic.warning', data: { code, message, severity: 'warning', confidence } }
}

export function voiceOf(run: Run, job: string | null, attempt: number, { parser, confidence }: Profile): Voice {
  return { run: run.id, job, attempt, engine: run.engine, parser, confidence }
}
