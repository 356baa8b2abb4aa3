import { Fault } from '../lib/fault.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A handle that may stand in an argument list. Codex and Gemini give UUIDs. They would also take a name, a number or `latest`, and go on
 * with another session or begin a new one without a word; and what begins with a dash would be a flag.
 */
export const requireUuid = (engine: string, handle: string): string => requireHandle(engine, uuid, handle)

/** The same for our own program, which takes it for a name and never for a flag. */
export const requireName = (engine: string, handle: string): string => requireHandle(engine, /^[\w.-]{1,100}$/, handle)

/** The same for engines that name their sessions in another way. */
export function requireHandle(engine: string, shape: RegExp, handle: string): string {
  if (shape.test(handle)) return handle
  throw new Fault('SESSION_RESUME_FAILED', {
    engine,
    reason: 'The session to go on with is none that this engine could have begun.',
  })
}
