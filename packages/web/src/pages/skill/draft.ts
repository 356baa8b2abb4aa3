/** What a person has entered and not sent yet, kept until the tab is closed. Files cannot be kept. */
export function keptDraft<T>(name: string): T | null {
  try {
    const text = sessionStorage.getItem(keyOf(name))
    return text === null ? null : (JSON.parse(text) as T)
  } catch {
    return null
  }
}

export function keepDraft(name: string, draft: unknown): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(draft))
  } catch {}
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name))
  } catch {}
}

const keyOf = (name: string): string => `skill-runner.draft.${name}`
