/** How a state is read from what a command printed. */
export interface StatusRule {
  /** Names, and positions in arrays, joined by dots. */
  readonly statusField: string
  readonly doneStates: readonly string[]
  readonly errorStates: readonly string[]
}

export type ReadStatus =
  | { readonly ok: true; readonly status: 'running' | 'succeeded' | 'failed'; readonly value: string }
  | { readonly ok: false; readonly problem: string }

/** A state that nobody has named means that it goes on. */
export function readStatus(printed: string, { statusField, doneStates, errorStates }: StatusRule): ReadStatus {
  const parsed = parse(printed)
  if (!parsed) return { ok: false, problem: printed.trim() === '' ? 'it printed nothing' : 'it did not print JSON' }
  const found = fieldOf(parsed.value, statusField)
  if (found === undefined) return { ok: false, problem: 'its JSON has no such field' }
  if (found === null || typeof found === 'object') return { ok: false, problem: 'the field is not a text, number or boolean' }
  const value = String(found)
  if (errorStates.includes(value)) return { ok: true, status: 'failed', value }
  return { ok: true, status: doneStates.includes(value) ? 'succeeded' : 'running', value }
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

function fieldOf(value: unknown, path: string): unknown {
  let at = value
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Readonly<Record<string, unknown>>)[name]
  }
  return at
}
