import { maskedTexts } from '../lib/masked-texts.ts'
import { engineOfProgram, fileKey, isKeyName, type Key, keys, programKey } from './keys.ts'

/** One setting as its operator sees it. */
export interface Setting {
  readonly name: string
  /** The given value, or its default; null: there is neither, or it is secret. */
  readonly value: string | null
  readonly isSet: boolean
  readonly isSecret: boolean
  readonly source: 'environment' | 'file' | 'default'
  readonly description: string
}

export interface GivenSettings {
  readonly environment: ReadonlyMap<string, string>
  readonly file: ReadonlyMap<string, string>
  readonly configFile: string | undefined
}

/**
 * Every setting there is, and where its value comes from. Values are the operator's own words, paths included; what is a secret is not
 * among them, and a secret inside another value is covered.
 */
export function settingsOf(given: GivenSettings, secrets: readonly string[]): readonly Setting[] {
  const file = given.configFile ? new Map([[fileKey, given.configFile]]) : new Map<string, string>()
  const environment = new Map([...given.environment, ...file])
  const others = [...new Set([...given.file.keys(), ...environment.keys()])].filter((name) => !isKeyName(name)).toSorted()
  const all = [...Object.keys(keys), ...(environment.has(fileKey) ? [] : [fileKey]), ...others]
  return withoutSecrets(
    all.map((name) => settingOf(name, environment.get(name), given.file.get(name))),
    secrets,
  )
}

function settingOf(name: string, inEnvironment: string | undefined, inFile: string | undefined): Setting {
  const key = keyOf(name)
  const text = inEnvironment ?? inFile
  const isSecret = key?.kind.secret === true
  return {
    name,
    value: isSecret ? null : (text ?? (key?.default || null)),
    isSet: text !== undefined,
    isSecret,
    source: inEnvironment !== undefined ? 'environment' : inFile !== undefined ? 'file' : 'default',
    description: describe(key),
  }
}

function keyOf(name: string): Key<unknown> | null {
  if (isKeyName(name)) return keys[name]
  return engineOfProgram(name) === null ? null : programKey
}

function describe(key: Key<unknown> | null): string {
  if (!key) return 'Another file than `skill-runner.toml` or `skill-runner.yaml`.'
  return `${key.doc}${key.otherwise ? ` Without it: ${key.otherwise}.` : ''}`
}

/** An address may carry a password, behind a name or in place of one; and a path the name of a key. */
const password = /(:\/\/(?:[^/?#\s:@]*:)?)[^/?#\s]+(?=@)/g

function withoutSecrets(settings: readonly Setting[], secrets: readonly string[]): readonly Setting[] {
  const values = settings.map(({ value }) => (value ?? '').replace(password, '$1********'))
  const masked = maskedTexts(secrets, values)
  return settings.map((setting, index) => ({ ...setting, value: setting.value === null ? null : (masked[index] ?? null) }))
}
