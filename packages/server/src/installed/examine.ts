import type { Card, Finding } from './card.ts'
import type { Installation } from './installations.ts'

export interface ExamineOptions {
  /** Ends it: what was found until then is not kept. */
  readonly signal?: AbortSignal
  onFinding?(finding: Finding): void
}

export interface NotExamined {
  readonly problem: string
  /** It was begun, and there was not the time: another try may tell more. Absent: it cannot be done here. */
  readonly isUnfinished?: true
}

/** Tries what an installed version can do and keeps the card, or tells why there is none. */
export type Examine = (installation: Installation, options?: ExamineOptions) => Promise<Card | NotExamined>
