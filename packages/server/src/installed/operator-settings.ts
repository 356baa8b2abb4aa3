import { join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import type { Settings, SettingsRules } from '../engines/settings.ts'
import { isTooDeep } from '../lib/json-depth.ts'
import { messageOf } from '../lib/thrown.ts'
import { readSmall } from './small-file.ts'
import { stampOf } from './stamp.ts'

type Read = { readonly ok: true; readonly settings: Settings } | { readonly ok: false; readonly reason: string }

type OperatorSettings = (rules: SettingsRules) => Promise<Read>

/** Reads the operator's own config file of an engine. As long as the file stays as it is, asking again costs one look at it. */
export function openOperatorSettings(home: () => Promise<string | null>): OperatorSettings {
  const known = new Map<string, { readonly stamp: string; readonly read: Read }>()
  return async (rules) => {
    const folder = await home()
    const stamp = folder === null ? '' : await stampOf(join(folder, rules.operatorFile))
    if (folder === null || stamp === '') return none
    const before = known.get(rules.operatorFile)
    if (before?.stamp === stamp) return before.read
    const read = await readSettings(folder, rules)
    // One that changed just now may change again within the same tick of its clock.
    if (!isFresh(stamp)) known.set(rules.operatorFile, { stamp, read })
    return read
  }
}

const none: Read = { ok: true, settings: {} }

const isFresh = (stamp: string): boolean => Date.now() - Number.parseInt(stamp, 10) / 1e6 < 1000

async function readSettings(folder: string, { operatorFile, format }: SettingsRules): Promise<Read> {
  const file = await readSmall(folder, operatorFile)
  const told = (reason: string): Read => ({ ok: false, reason: `${operatorFile} of the agent home: ${reason}` })
  if (!file.ok) return file.missing ? none : told(file.reason)
  if (format === 'json' && isTooDeep(file.text)) return told('it is nested too deeply')
  try {
    const settings = format === 'toml' ? parseToml(file.text) : parseJson(file.text)
    return isTable(settings) ? { ok: true, settings } : told('it is not a table of settings')
  } catch (error) {
    return told(format === 'toml' ? tomlProblem(error) : jsonProblem(error))
  }
}

/** Comments are allowed, as the CLI allows them. Texts are matched first, so that nothing inside them is taken for one. */
const parseJson = (text: string): unknown =>
  JSON.parse(text.replaceAll(textOrComment, (part) => (part[0] === '"' ? part : blank(part))))

const textOrComment = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
/** Lines and columns stay where they are. */
const blank = (comment: string): string => comment.replaceAll(/[^\n]/g, ' ')

/** Without the piece of the file that the parser shows: there may be a key in it. */
function tomlProblem(error: unknown): string {
  const [first = ''] = messageOf(error).split('\n')
  return `it is not TOML: ${first.replace('Invalid TOML document: ', '')}${placeOf(error)}`
}

const jsonProblem = (error: unknown): string => `it is not JSON${/ \(line \d+ column \d+\)$/.exec(messageOf(error))?.[0] ?? ''}`

const placeOf = (error: unknown): string =>
  error instanceof Error && 'line' in error && 'column' in error ? ` (line ${error.line} column ${error.column})` : ''

const isTable = (value: unknown): value is Settings => typeof value === 'object' && value !== null && !Array.isArray(value)
