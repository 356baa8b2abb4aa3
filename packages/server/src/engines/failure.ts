/** Why an engine failed, as far as it tells. */
export interface EngineFailure {
  readonly code:
    | 'AUTH_REQUIRED'
    | 'RATE_LIMITED'
    | 'MODEL_UNAVAILABLE'
    | 'ENGINE_CONFIG_INVALID'
    | 'SESSION_RESUME_FAILED'
    | 'ENGINE_FAILED'
  /** In its own words; null: it said nothing that can be told from noise. */
  readonly reason: string | null
}

/** What a parser says of an engine that told neither that its turn completed nor why it failed. */
export const endedInTurn = 'It ended in the middle of its turn.'

const codes: Readonly<Record<number, EngineFailure['code']>> = {
  401: 'AUTH_REQUIRED',
  // What was paid for is used up.
  402: 'RATE_LIMITED',
  403: 'AUTH_REQUIRED',
  404: 'MODEL_UNAVAILABLE',
  408: 'MODEL_UNAVAILABLE',
  429: 'RATE_LIMITED',
}

/** What the status of the provider's answer means for whoever asked for the run. */
export const codeOfStatus = (status: number): EngineFailure['code'] =>
  codes[status] ?? (status >= 500 ? 'MODEL_UNAVAILABLE' : 'ENGINE_FAILED')
