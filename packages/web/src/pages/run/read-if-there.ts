import { runner } from '../../api/runner.ts'

/** The text of a file that not every run has; empty: it is not there. It is looked for in the list first, because a browser complains of a 404. */
export async function readIfThere(id: string, path: string, signal: AbortSignal): Promise<string> {
  const { entries, truncated } = await runner.management.files(id, { signal })
  if (!truncated && !entries.some(({ rel_path }) => rel_path === path)) return ''
  return (await runner.management.file(id, { path, signal })).preview.content ?? ''
}
