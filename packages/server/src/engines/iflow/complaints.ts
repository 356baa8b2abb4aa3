import { stripVTControlCharacters } from 'node:util'
import type { Line } from '../../domain/launch.ts'

const apiError = /^(?:✕ |✗ Error: )?(\[API Error: .*)/s

/** What it says when it gives up a call of the model: the last line that is not empty. Null: it says no such thing. */
export function givenUpIn(lines: readonly Line[]): string | null {
  const last = lines.findLast(({ text }) => text.trim() !== '')
  return last ? (apiError.exec(plain(last))?.[1] ?? null) : null
}

const chatter = /^(?:Attempt \d+ failed|Error executing tool |Error when talking to iFlow API|ℹ️ {2}Resuming session |\s+at )/

/** With this it ends when the sign-in of a person has run out, on stdout. */
const ranOut = /^Error: SERVER_OAUTH2_REQUIRED/

const mostLines = 20

/** Why it ended with an error, in its own words; null: it said nothing that can be told from noise. */
export function complaintIn(stdout: readonly Line[], stderr: readonly Line[]): string | null {
  const said = stderr.map(plain).filter((text) => text !== '' && !chatter.test(text))
  const call = said.findLast((text) => apiError.test(text))
  if (call !== undefined) return apiError.exec(call)?.[1] ?? null
  if (said.length > 0) return said.slice(-mostLines).join('\n')
  return stdout.map(plain).find((text) => ranOut.test(text)) ?? null
}

const plain = ({ text }: Line): string => stripVTControlCharacters(text).trimEnd()
