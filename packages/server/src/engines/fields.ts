import type { Line } from '../domain/launch.ts'
import { isTooDeep } from '../lib/json-depth.ts'

/** What a JSON object holds, before anybody looked at it. */
export type Fields = Readonly<Record<string, unknown>>

/** The JSON object that a line is; null for everything else, and for a line of which only the head was kept. */
export function parseObject({ text, tooLong }: Pick<Line, 'text' | 'tooLong'>): Fields | null {
  // What is nested without end could be read, but not be printed again.
  if (tooLong || isTooDeep(text)) return null
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
export const isText = (value: unknown): value is string => typeof value === 'string'
export const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** What lies at a dotted name; undefined: nothing. */
export const valueAt = (value: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>((table, key) => (isFields(table) && Object.hasOwn(table, key) ? table[key] : undefined), value)

export const textOr = <T>(value: unknown, otherwise: T): string | T => (isText(value) ? value : otherwise)
