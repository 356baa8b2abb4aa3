import { shortened } from './shortened.ts'

const longest = 200

/** The beginning of a reply, in one line, for events. */
export const preview = (response: unknown): string => shortened(oneLine(textOf(response)), longest)

const textOf = (response: unknown): string => {
  if (typeof response === 'string') return response
  return response === null || response === undefined ? '' : (jsonOf(response) ?? '…')
}

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

/** The value as JSON; null: it is nested too deeply to be written, or is none. */
export function jsonOf(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null
  } catch {
    return null
  }
}
