import type { Card, Finding } from './card.ts'
import type { Installation } from './installations.ts'

export interface ExamineOptions {
  /** Ends it: what was found until then is not kept. */
  readonly signal?: AbortSignal
  onFinding?(finding: Finding): void
}

/** Tries what an installed version can do and keeps the card, or tells why that cannot be done here. */
export type Examine = (installation: Installation, options?: ExamineOptions) => Promise<Card | { readonly problem: string }>
