/** Tasks or step jobs of projects, and how many of them may run. */
export interface Turns {
  /** By project. */
  readonly running: ReadonlyMap<string, number>
  readonly places: number
  mostOf(project: string): number
}

/** How many there are of each project. */
export const countedBy = (projects: readonly string[]): Map<string, number> =>
  new Map([...Map.groupBy(projects, (project) => project)].map(([project, all]) => [project, all.length]))

/**
 * Which of those that wait is next, the first that came being the first; undefined: none may start now. The project of which the fewest run
 * goes first. The last place is for others: no project has all of them, since a task may take hours.
 */
export function nextTask<Task extends { readonly projectId: string }>(
  waiting: readonly Task[],
  { running, places, mostOf }: Turns,
): Task | undefined {
  const all = [...running.values()].reduce((sum, count) => sum + count, 0)
  if (all >= places) return undefined
  const most = (project: string) => Math.min(mostOf(project), Math.max(1, places - 1))
  let best: Task | undefined
  const seen = new Set<string>()
  for (const task of waiting) {
    const { projectId } = task
    if (seen.has(projectId)) continue
    seen.add(projectId)
    const own = running.get(projectId) ?? 0
    if (own < most(projectId) && (!best || own < (running.get(best.projectId) ?? 0))) best = task
  }
  return best
}
