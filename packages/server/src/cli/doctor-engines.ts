import type { Config } from '../config.ts'
import { settingOf } from '../installed/managed.ts'
import { type Check, fine } from './doctor-check.ts'

/** What is known of an engine, here or by a server. */
export interface EngineFacts {
  readonly engine: string
  readonly version: string | null
  readonly authReady: boolean | null
  readonly notice: string | null
  readonly reason: string | null
}

/** A reason ends with the command that fixes it, where there is one. */
const reasonAndCommand = /^(.*?\.) [^.]*: ((?:\.\/)?skill-runner .+)$/

export function engineCheck({ engine, version, authReady, notice, reason }: EngineFacts, programs: Config['programs']): Check {
  const name = `engine ${engine}`
  const signedIn = version !== null && authReady === true ? ', signed in' : ''
  if (reason === null) return { ...fine(name, `${version ?? 'our own'}${signedIn}.`), needed: false }
  const isConfigured = Object.hasOwn(programs, engine)
  // A withdrawn package cannot be installed: that is not a problem of this machine.
  if (notice !== null && !isConfigured) return { ...fine(name, notice), needed: false }
  const [, message = reason, command = null] = reasonAndCommand.exec(reason) ?? []
  return { name, ok: false, message, fix: command ?? (isConfigured ? `unset ${settingOf(engine)}` : null), needed: false }
}
