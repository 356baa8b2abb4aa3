/** What is known when the process of an attempt has ended well. */
export interface TurnFacts {
  readonly mode: 'auto' | 'interactive'
  /** False: a script, which has no one to ask. */
  readonly byEngine: boolean
  /** Done markers in what the agent said. */
  readonly markers: number
  /** The last message as a whole is JSON that satisfies a schema that requires something. */
  readonly isAnswer: boolean
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
  if (turn.isAnswer) return 'settle_softly'
  if (turn.maxAttempt !== null && turn.attempt >= turn.maxAttempt) return 'too_many_attempts'
  return turn.canGoOn ? 'ask' : 'no_session'
}
