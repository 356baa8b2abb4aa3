/** Shorter values are words that stand in harmless text too: masking them would hide more than it protects. */
const shortest = 8

const secretName = /(_KEY|_TOKEN|AUTHTOKEN|_PASS|_PASSWD|_CREDENTIALS?)$|SECRET|PASSWORD/i

export const isSecretName = (name: string): boolean => secretName.test(name)

/** Values that must never reach a log, an event or an answer; longest first, so that none hides inside another. */
export function secretsOf(
  settings: Iterable<readonly [name: string, value: string | undefined]>,
  alsoSecret: readonly string[],
): readonly string[] {
  const values = new Set<string>()
  for (const [name, value] of settings) {
    if (value !== undefined && value.length >= shortest && (isSecretName(name) || alsoSecret.includes(name))) values.add(value)
  }
  return [...values].sort((a, b) => b.length - a.length)
}
