import { SkillRunner } from '@agent-skill-runner/sdk'

const signedOut = 'skill-runner.signed-out'

/** Tells when the server no longer knows who we are. */
export function onSignedOut(listener: () => void): () => void {
  addEventListener(signedOut, listener)
  return () => removeEventListener(signedOut, listener)
}

const watching: typeof fetch = async (...asked) => {
  const response = await fetch(...asked)
  if (response.status === 401) dispatchEvent(new Event(signedOut))
  return response
}

/** The server that this page came from. Lost connections are shown, not waited for. */
export const runner = new SkillRunner({ url: location.origin, patienceMs: 0, fetch: watching })
