import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { codeOf, messageOf } from '../lib/thrown.ts'
import { fileKey, isSetting, keys } from './keys.ts'
import { hint } from './near.ts'

/** skill-runner.toml → the text of each key, as the environment would have it. The default file may be missing. */
export async function readConfigFile(env: NodeJS.ProcessEnv, cwd: string, problems: string[]): Promise<Map<string, string>> {
  const asked = env[fileKey]
  const file = resolve(cwd, asked || 'skill-runner.toml')
  const toml = await readText(file)
  if (toml.ok) return parseToml(toml.text, file, problems)
  if (asked || toml.code !== 'ENOENT') problems.push(`${file} cannot be read: ${toml.code}.`)
  return new Map()
}

async function readText(file: string): Promise<{ ok: true; text: string } | { ok: false; code: string }> {
  try {
    return { ok: true, text: await readFile(file, 'utf8') }
  } catch (error) {
    return { ok: false, code: codeOf(error) || String(error) }
  }
}

async function parseToml(text: string, file: string, problems: string[]): Promise<Map<string, string>> {
  const { parse } = await import('smol-toml')
  const found = new Map<string, string>()
  let table: Record<string, unknown>
  try {
    table = parse(text)
  } catch (error) {
    problems.push(`${file} is not TOML: ${messageOf(error).trim()}`)
    return found
  }
  for (const [name, value] of Object.entries(table)) {
    const plain = textOf(value)
    if (!isSetting(name)) problems.push(`${file}: ${name} is not a setting.${hint(name, Object.keys(keys))}`)
    else if (plain === null) problems.push(`${file}: ${name} must be a text, a number, true, false or a list of texts.`)
    else found.set(name, plain)
  }
  return found
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.join(',') : null
}
