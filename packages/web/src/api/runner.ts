import { SkillRunner } from '@agent-skill-runner/sdk'

/** Told when the server no longer knows who we are. */
const listeners = new Set<() => void>()

export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const watching: typeof fetch = async (...asked) => {
  const response = await fetch(...asked)
  if (response.status === 401) for (const listener of listeners) listener()
  return response
}

/** The server that this page came from. Lost connections are shown, not waited for. */
export const runner = new SkillRunner({ url: location.origin, patienceMs: 0, fetch: watching })
