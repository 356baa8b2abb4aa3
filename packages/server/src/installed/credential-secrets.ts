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
