/** Shorter values are words that stand in harmless text too: masking them would hide more than it protects. */
const shortest = 8

const secretName = /(_KEY|_TOKEN|AUTHTOKEN|_PASS|_PASSWD|_CREDENTIALS?)$|SECRET|PASSWORD/i

/** Values that must never reach a log, an event or an answer; longest first, so that none hides inside another. */
export function secretsOf(
  settings: Iterable<readonly [name: string, value: string | undefined]>,
  alsoSecret: readonly string[],
): readonly string[] {
  const values = new Set<string>()
  for (const [name, value] of settings) {
    if (value !== undefined && value.length >= shortest && (secretName.test(name) || alsoSecret.includes(name))) values.add(value)
  }
  return [...values].sort((a, b) => b.length - a.length)
}

/** The password of an address, as it is written there and as it is meant. */
export function passwordsOf(url: string | null): readonly string[] {
  const [, written = ''] = url?.match(/^[a-z]+:\/\/[^/?#]*?:([^/?#]*)@/) ?? []
  const [, asked = ''] = url?.match(/[?&]password=([^&#]*)/) ?? []
  return [written, asked].flatMap((text) => [text, decoded(text)])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
