import { isTooDeep } from '../lib/json-depth.ts'
import { messageOf } from '../lib/thrown.ts'
import { type Listing, openListed } from './files.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text of a small file of the skill; null when there is none or it is too large, and then `note` hears why. */
export async function readText(
  listing: Listing,
  path: string,
  most: number,
  note: (problem: string) => void,
): Promise<string | null> {
  const listed = listing.files.find((file) => file.path === path)
  const opened = listed && (await openListed(listing.root, listed))
  if (!opened?.ok) {
    note(`${path} is missing${opened ? ` (${opened.why})` : ''}.`)
    return null
  }
  await using file = opened.file
  const { size } = await file.stat()
  if (size <= most) return file.readFile('utf8')
  note(`${path} is larger than ${most / 1024} KiB.`)
  return null
}

export async function readObject(
  listing: Listing,
  path: string,
  most: number,
  note: (problem: string) => void,
): Promise<JsonObject | null> {
  const text = await readText(listing, path, most, note)
  return text === null ? null : parseObject(text, path, note)
}

/** Of a name that is given twice the last one counts, as JSON.parse has it: nobody else reads the file, so nobody reads it otherwise. */
function parseObject(text: string, path: string, note: (problem: string) => void): JsonObject | null {
  // Whoever walks through it later may do so step by step into the depth.
  if (isTooDeep(text)) {
    note(`${path} is nested too deeply.`)
    return null
  }
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
    note(`${path} must hold a JSON object.`)
  } catch (error) {
    note(`${path} is not valid JSON: ${messageOf(error)}.`)
  }
  return null
}
