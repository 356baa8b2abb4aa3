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

/** Names whose values are secrets, also of headers and variables. */
const secretSetting = /token|api_?key|secret|passw|credential|authori[sz]ation|authenticat|bearer|cookie|signature/i
/** The same of texts only: a table `auth` says how somebody signs in, and `portkey` is a provider. */
const secretText = /(?:^|[_-])(?:pass|pwd|auth|pat)(?:$|[_-])|key$/i
/** Tables that are sent along or set as variables: what stands there counts by its own name, or by its look. */
const passedOn = /^env(?:ironment)?$|headers?$/i
/** They may be one text as well: lines with `Name: value`, or `name=value` with commas. */
const headers = /headers?$/i
/** What nobody has to hide, by the end of its name. */
const plainSetting =
  /(?:^|[_-])(?:url|uri|model|region|location|project|path|dir|folder|lang|level|version|type|agent|referer|title|accept|beta|store|mode|method|proxy|all)$/i
/** The value is only the name of a variable: `env_key`, `bearer_token_env_var`, `env_http_headers`. */
const namesVariable = /^env_?(?:key|vars?|http_?headers)$|env_?var$/i
const reference = /^\$\{?\w+\}?$|\{(?:env|file):/
const inUrl = /:\/\/[^/\s@]*:([^/\s@]+)@/g

/** Ordinary words are starred nowhere: under a name that tells nothing, a value has to look like a key. */
const looksLikeKey = /^(?=.*\d)[\w.~+/=:-]{16,}$|^[\w.~+=-]{20,}$/
const pathOrUrl = /^[.~]{0,2}\/|:\/\//
const afterScheme = /^(?:bearer|basic|token)\s+(\S+)$/i

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
    for (const [name, item] of Object.entries(value)) if (!namesVariable.test(name)) collectNamed(name, item, told, found)
  }
}

function collectNamed(name: string, item: unknown, above: Told, found: Set<string>): void {
  const isHeaders = typeof item === 'string' && headers.test(name)
  if (isHeaders) for (const [header, value] of headersIn(item)) collectSet(value, toldBy(header, value, 'passed on'), found)
  else collectSet(item, toldBy(name, item, above), found)
}

function toldBy(name: string, item: unknown, above: Told): Told {
  if (plainSetting.test(name)) return 'nothing'
  if (secretSetting.test(name)) return 'secret'
  if (typeof item === 'string') return secretText.test(name) ? 'secret' : above
  return !Array.isArray(item) && passedOn.test(name) ? 'passed on' : above
}

/** What is no header has no name. */
const headersIn = (text: string): readonly (readonly [name: string, value: string])[] =>
  text
    .split('\n')
    .flatMap((line) => (/^\s*[\w-]+:/.test(line) ? [line] : line.split(',')))
    .map((header) => {
      const [, name = '', value = header] = /^\s*([\w-]+)[:=](.*)$/.exec(header) ?? []
      return [name, value.trim()] as const
    })

function textsOf(value: string, told: Told): readonly string[] {
  if (told !== 'nothing' && reference.test(value)) return []
  const passwords = [...value.matchAll(inUrl)].flatMap(([, password]) => password ?? [])
  if (told === 'secret') return [value, ...value.split('\n').map(lastWord), ...passwords]
  if (told === 'nothing') return passwords
  const key = afterScheme.exec(value)?.[1]
  if (key !== undefined) return [value, key]
  return looksLikeKey.test(value) && !pathOrUrl.test(value) ? [value] : passwords
}

/** A header may be shown without the word before the key. */
const lastWord = (line: string): string => line.trim().split(/\s+/).at(-1) ?? ''
