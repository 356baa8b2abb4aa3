/** As often as we let others try: its own five retries take more than a minute, and as long as the provider likes when that names a time. */
const mostTries = 3
/** An answer that does not say why it ended, empty or cut off, makes it ask again, for ever. */
const mostUnfinished = 3
/** One ends it, but for a conversation that is too large: it makes that smaller and goes on, for ever when that does not help. */
const mostErrors = 3

export interface Patience {
  /** A line of stdout was of this session: only that of the run is told there. */
  seen(session: string): void
  /** A request to the model failed, as its log tells: it sends the same again. */
  failed(session: string, message: string): void
  /** It told of an error on stdout. */
  erred(session: string, reason: string): void
  /** A tool was called. */
  acted(session: string): void
  /** A step is over. */
  finished(session: string, reason: string): void
  /** Why it gets nowhere; null: it may. */
  end(): string | null
}

/** Counts what leads nowhere, in the session of the run only: what is printed does not tell how its helpers get on. */
export function patience(): Patience {
  let own: string | null = null
  let tries = 0
  let unfinished = 0
  let errors = 0
  let stepsSinceError = 0
  let hasActed = false
  let reason: string | null = null

  const isOwn = (session: string): boolean => {
    own ??= session
    return session === own
  }

  return {
    seen: (session) => void isOwn(session),
    failed(session, message) {
      if (!isOwn(session)) return
      tries += 1
      if (tries >= mostTries) reason ??= `${gaveUp} ${tries} tries: ${message}`
    },
    erred(session, told) {
      if (!isOwn(session)) return
      errors += 1
      stepsSinceError = 0
      if (errors >= mostErrors) reason ??= `${gaveUp} ${errors} errors: ${told}`
    },
    acted(session) {
      if (isOwn(session)) hasActed = true
    },
    finished(session, why) {
      if (!isOwn(session)) return
      const getsOn = hasActed || why !== 'unknown'
      if (getsOn) stepsSinceError += 1
      // The first step after an error may be the summary that makes the conversation smaller, and is no progress.
      if (hasActed || stepsSinceError > 1) errors = 0
      hasActed = false
      unfinished = getsOn ? 0 : unfinished + 1
      if (getsOn) tries = 0
      if (unfinished >= mostUnfinished) reason ??= `${gaveUp} ${unfinished} unfinished answers.`
    },
    end: () => reason,
  }
}

export const gaveUp = 'It was ended after'
