import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { codeOf, messageOf } from '../lib/thrown.ts'
import { fileKey, isSetting, keys } from './keys.ts'
import { hint } from './near.ts'

/** What the file is called where nobody names another one. */
export const fileNames = ['skill-runner.toml', 'skill-runner.yaml', 'skill-runner.yml'] as const

/** The settings file → the text of each key, as the environment would have it. One that nobody named may be missing. */
export async function readConfigFile(env: NodeJS.ProcessEnv, cwd: string, problems: string[]): Promise<Map<string, string>> {
  const asked = env[fileKey]
  const there = asked ? [asked] : fileNames.filter((name) => existsSync(resolve(cwd, name)))
  if (there.length > 1) problems.push(`There are ${there.join(' and ')}: keep one of them, or name it in ${fileKey}.`)
  const [name] = there
  if (name === undefined || there.length > 1) return new Map()
  const file = resolve(cwd, name)
  const read = await readText(file)
  if (read.ok) return settingsIn(read.text, file, problems)
  problems.push(`${file} cannot be read: ${read.code}.`)
  return new Map()
}

async function readText(file: string): Promise<{ ok: true; text: string } | { ok: false; code: string }> {
  try {
    return { ok: true, text: await readFile(file, 'utf8') }
  } catch (error) {
    return { ok: false, code: codeOf(error) || String(error) }
  }
}

async function settingsIn(text: string, file: string, problems: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const table = await (/\.ya?ml$/.test(file) ? parseYaml : parseToml)(text, file, problems)
  for (const [name, value] of Object.entries(table)) {
    const plain = textOf(value)
    if (!isSetting(name)) problems.push(`${file}: ${name} is not a setting.${hint(name, Object.keys(keys))}`)
    else if (plain === null) problems.push(`${file}: ${name} must be a text, a number, true, false or a list of texts.`)
    else found.set(name, plain)
  }
  return found
}

async function parseToml(text: string, file: string, problems: string[]): Promise<object> {
  const { parse } = await import('smol-toml')
  try {
    return parse(text)
  } catch (error) {
    problems.push(`${file} is not TOML: ${messageOf(error).trim()}`)
    return {}
  }
}

async function parseYaml(text: string, file: string, problems: string[]): Promise<object> {
  const { parse } = await import('yaml')
  try {
    const table: unknown = parse(text, { maxAliasCount: 0 }) ?? {}
    if (typeof table === 'object' && table !== null && !Array.isArray(table)) return table
    problems.push(`${file} is not a list of settings: write each as NAME: value.`)
  } catch (error) {
    problems.push(`${file} is not YAML: ${messageOf(error).trim()}`)
  }
  return {}
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.join(',') : null
}
