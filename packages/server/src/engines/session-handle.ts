import { Fault } from '../lib/fault.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A handle that may stand in an argument list. Codex and Gemini give UUIDs. They would also take a name, a number or `latest`, and go on
 * with another session or begin a new one without a word; and what begins with a dash would be a flag.
 */
export function requireUuid(engine: string, handle: string): string {
  if (uuid.test(handle)) return handle
  throw new Fault('ENGINE_FAILED', { engine, reason: 'The session to go on with is none that this engine could have begun.' })
}
