import { nearest } from '../config/near.ts'
import { isObject, type JsonObject } from './json-file.ts'
import type { Notes } from './notes.ts'

/** The members of runner.json that mean something, by the place of their object; `[]` stands for each of a list. */
const members: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...['id', 'version', 'engines', 'unsupported_engines', 'unsupport_engine', 'execution_modes', 'max_attempt', 'entrypoint'],
    ...['schemas', 'artifacts', 'automation', 'runtime', 'normalizer', 'fallback'],
  ],
  entrypoint: ['type', 'prompt', 'prompts', 'script', 'result_json_filename'],
  'entrypoint.prompt': ['template', 'result_mode', 'result_file'],
  'entrypoint.script': ['command'],
  schemas: ['input', 'parameter', 'output'],
  'artifacts[]': ['role', 'pattern', 'mime', 'required'],
  runtime: ['env'],
  automation: ['timeout_sec', 'network', 'allowlist', 'fs_scope', 'limits'],
  normalizer: ['command', 'enabled'],
  fallback: ['command', 'enabled'],
}

/**
 * A member that is almost one of ours is a mistake: without a word the skill would run as if it were not there. Others are somebody
 * else's, such as `author`, and are passed over.
 */
export function noteMisspelt(json: JsonObject, notes: Notes): void {
  for (const [place, known] of Object.entries(members)) {
    for (const [path, table] of tablesAt(json, place)) {
      for (const name of Object.keys(table)) noteName(name, path, table, known, notes)
    }
  }
}

function noteName(name: string, path: string, table: JsonObject, known: readonly string[], notes: Notes): void {
  if (known.includes(name)) return
  // Of short names almost all are near each other.
  const [meant] = name.length < 4 ? [] : nearest(name, known, name.length < 6 ? 1 : 2)
  if (meant === undefined || Object.hasOwn(table, meant)) return
  notes.problem(path === '' ? name : `${path}.${name}`, `is not a field of runner.json; the nearest is ${meant}`)
}

function tablesAt(json: JsonObject, place: string): [path: string, table: JsonObject][] {
  if (place === '') return [['', json]]
  if (place.endsWith('[]')) {
    const name = place.slice(0, -2)
    const list = json[name]
    return Array.isArray(list) ? list.flatMap((one, index) => (isObject(one) ? [[`${name}[${index}]`, one]] : [])) : []
  }
  const value = place.split('.').reduce<unknown>((table, name) => (isObject(table) ? table[name] : undefined), json)
  return isObject(value) ? [[place, value]] : []
}
