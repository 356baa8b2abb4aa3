import type { JobRequest } from '@agent-skill-runner/sdk'

/** The members of a job that hold settings of an engine. One that is missing here does not compile. */
const members: Readonly<Record<Extract<keyof JobRequest, `${string}_config`>, true>> = {
  codex_config: true,
  gemini_config: true,
  iflow_config: true,
  opencode_config: true,
  claude_config: true,
  qwen_config: true,
}

export const takesSettings = (engine: string): boolean => Object.hasOwn(members, `${engine}_config`)

export type SettingsRead =
  | { readonly ok: true; readonly settings: Readonly<Record<string, unknown>> | null }
  /** Why the text is no JSON; null: it is, but not an object. */
  | { readonly ok: false; readonly why: string | null }

/** What was entered as settings of an engine; null: nothing. */
export function readSettings(text: string): SettingsRead {
  if (text.trim() === '') return { ok: true, settings: null }
  try {
    const settings: unknown = JSON.parse(text)
    const isObject = typeof settings === 'object' && settings !== null && !Array.isArray(settings)
    return isObject ? { ok: true, settings: { ...settings } } : { ok: false, why: null }
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) }
  }
}

/** The member of the job, where the engine takes settings and they can be read. */
export function settingsFor(engine: string, text: string): Readonly<Record<string, object>> {
  const read = takesSettings(engine) ? readSettings(text) : null
  return read?.ok && read.settings ? { [`${engine}_config`]: read.settings } : {}
}

/** Whether something was entered that cannot be sent. */
export const isUnsendable = (engine: string, text: string): boolean => takesSettings(engine) && !readSettings(text).ok
