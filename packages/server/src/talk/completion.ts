import { takeApart } from './ask-block.ts'
import { onlyFence } from './fence.ts'

/** What is known when the process of an attempt has ended well. */
export interface TurnFacts {
  readonly mode: 'auto' | 'interactive'
  /** False: a script, which has no one to ask. */
  readonly byEngine: boolean
  /** Done markers in what the agent said. */
  readonly markers: number
  /** The turn left a result of its own that satisfies a schema that requires something. */
  readonly hasResult: boolean
  readonly attempt: number
  /** Null: as many as it takes. */
  readonly maxAttempt: number | null
  /** There is a session that a reply could be given to. */
  readonly canGoOn: boolean
}

/** Softly: the output is looked at although the agent did not say that it is done, and that is told. */
export type TurnMeaning = 'settle' | 'settle_softly' | 'ask' | 'too_many_attempts' | 'no_session'

/** What the end of a turn means for the run. The rows are tried in this order. */
export function endOfTurn(turn: TurnFacts): TurnMeaning {
  if (turn.mode === 'auto' || !turn.byEngine) return 'settle'
  if (turn.markers > 0) return 'settle'
  if (turn.hasResult) return 'settle_softly'
  if (isLastAttempt(turn)) return 'too_many_attempts'
  return turn.canGoOn ? 'ask' : 'no_session'
}

/** No reply can follow this attempt. */
export const isLastAttempt = ({ attempt, maxAttempt }: Pick<TurnFacts, 'attempt' | 'maxAttempt'>): boolean =>
  maxAttempt !== null && attempt >= maxAttempt

/** The agent asks in so many words: whatever else it left is a draft. */
export function hasQuestionBlock(message: string): boolean {
  const { block, isCutOff } = takeApart(message)
  return block !== null || isCutOff
}

/** Not that of an address with a query. */
const questionMark = /[？؟]|\?(?![\w/=&#%])/

/**
 * What of a message may be the result: all of it, or its only fenced block. A block that stands in a question is only quoted there, unless
 * nobody can answer any more.
 */
export function resultsIn(message: string, isLast: boolean): string[] {
  const fence = onlyFence(message)
  const isQuoted = fence === null || (!isLast && questionMark.test(fence.around))
  return isQuoted ? [message] : [message, fence.inside]
}
