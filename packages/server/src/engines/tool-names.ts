const mostOpen = 1000

/** The names of calls that have begun, by their ids: what tells of their end often gives only the id. */
export function toolNames() {
  const names = new Map<string, string>()
  return {
    remember(id: string, name: string): void {
      names.set(id, name)
      const [oldest] = names.size > mostOpen ? names.keys() : []
      if (oldest !== undefined) names.delete(oldest)
    },
    /** Null: nobody told of its start. */
    take(id: string): string | null {
      const name = names.get(id) ?? null
      names.delete(id)
      return name
    },
  }
}
