/** Of a value under a name that tells what it is, and of any other: ordinary words are shorter. */
const shortest = { named: 8, other: 20 } as const

const secretName = /token|key|secret|password|credential|code|cookie|session/i

/** The texts of a sign-in file that must never be seen in what a run prints; longest first, so that none hides inside another. */
export function secretsIn(signIn: unknown): readonly string[] {
  const found = new Set<string>()
  collect(signIn, false, found)
  return [...found].sort((a, b) => b.length - a.length)
}

function collect(value: unknown, isNamed: boolean, found: Set<string>): void {
  if (typeof value === 'string') {
    if (value.length >= (isNamed ? shortest.named : shortest.other)) found.add(value)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) collect(item, isNamed || secretName.test(name), found)
  }
}

/** Names of settings whose values are secrets, and tables that are sent along or set as variables. */
const secretSetting = /token|api_?key|key$|secret|passw|credential|authori[sz]ation|bearer|cookie|headers?$/i
const passedOn = /^env(?:ironment)?$/i
/** What of such tables nobody has to hide, by the end of its name. */
const plainSetting =
  /(?:^|[_-])(?:url|uri|model|region|location|project|path|dir|folder|lang|level|version|type|agent|referer|title|accept)$/i
/** The value is only the name of a variable: `env_key`, `bearer_token_env_var`, `env_http_headers`. */
const namesVariable = /^env_?(?:key|vars?|http_?headers)$|env_?var$/i
const reference = /^\$\{?\w+\}?$|\{(?:env|file):/
const inUrl = /:\/\/[^/\s@]*:([^/\s@]+)@/

/** Ordinary words are starred nowhere: under a name that tells nothing, a value has to look like a key. */
const looksLikeKey = /^(?=.*\d)\S+$|^\S{20,}$/

type Told = 'secret' | 'passed on' | 'nothing'

/** The same of what an operator has set: far more of that is ordinary, so a value counts by its name. */
export function secretsInSettings(settings: unknown): readonly string[] {
  const found = new Set<string>()
  collectSet(settings, 'nothing', found)
  return [...found].sort((a, b) => b.length - a.length)
}

function collectSet(value: unknown, told: Told, found: Set<string>): void {
  if (typeof value === 'string') {
    for (const text of textsOf(value, told)) if (text.length >= shortest.named) found.add(text)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value))
      if (!namesVariable.test(name)) collectSet(item, toldBy(name, item, told), found)
  }
}

function toldBy(name: string, item: unknown, above: Told): Told {
  if (secretSetting.test(name)) return 'secret'
  if (typeof item === 'object' && !Array.isArray(item) && passedOn.test(name)) return 'passed on'
  return plainSetting.test(name) ? 'nothing' : above
}

function textsOf(value: string, told: Told): readonly string[] {
  if (told === 'nothing') return [inUrl.exec(value)?.[1] ?? '']
  if (reference.test(value)) return []
  if (told === 'passed on') return looksLikeKey.test(value) ? [value] : []
  return [value, ...value.split('\n').map(lastWord)]
}

/** A header may be shown without its name, and without the word before the key. */
const lastWord = (line: string): string => line.trim().split(/\s+/).at(-1) ?? ''
