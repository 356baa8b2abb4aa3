import { maskedTexts } from './masked-texts.ts'

/** The words of a command without what they tell: known secrets are covered, and so is whatever follows a word that asks for one. */
export function redactArgv(argv: readonly string[], secrets: readonly string[]): string[] {
  return maskedTexts(secrets, argv).map((word, index) => redactWord(argv[index - 1] ?? '', word))
}

const covered = '***'

function redactWord(before: string, word: string): string {
  if (/^--?[\w.-]+$/.test(before) && asksForSecret(before) && !word.startsWith('-')) return covered
  const [, name, sign] = /^([\w.-]+)(=|:\s*)./s.exec(word) ?? []
  return name !== undefined && asksForSecret(name) ? `${name}${sign}${covered}` : word
}

/** `--api-key`, `OPENAI_API_KEY`, `providers.mine.bearerToken`, but not `--max-tokens`. */
function asksForSecret(name: string): boolean {
  const parts = name.split(/[-_.]|(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase())
  return parts.some((part) => secretParts.has(part))
}

const secretParts = new Set([
  ...['key', 'apikey', 'token', 'secret', 'password', 'passwd', 'passphrase', 'credential', 'credentials'],
  ...['auth', 'authorization', 'bearer', 'cookie'],
])
