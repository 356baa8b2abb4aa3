/** What a child may know of the server's own environment: how to write text and times, and nothing else. */
const inherited = /^(LANG|LC_[A-Z]+|TZ)$/
const validName = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The variables of a child: the few that are inherited, and what its launch asks for. */
export function childEnv(
  base: Readonly<Record<string, string | undefined>>,
  extra: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(base)) if (inherited.test(name) && value !== undefined) env[name] = value
  for (const [name, value] of Object.entries(extra)) env[checked(name, value)] = value
  return env
}

/** Never says the value: it may be a secret. */
function checked(name: string, value: string): string {
  if (!validName.test(name)) throw new TypeError(`Not a name for an environment variable: ${JSON.stringify(name)}`)
  if (value.includes('\0')) throw new TypeError(`The environment variable ${name} holds a zero byte`)
  return name
}
