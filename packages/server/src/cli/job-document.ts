import type { Job, PendingInteraction } from '@agent-skill-runner/sdk/source'

/** Null: the server has not responded yet. */
interface Known {
  readonly request_id: string | null
  readonly status: Job['status'] | null
  readonly cache_hit?: boolean | undefined
}
type Told = { readonly result?: Job['result']; readonly question?: PendingInteraction; readonly files?: readonly string[] }

/** What `run --json` prints. */
export function documentOf({ request_id, status, cache_hit }: Known, { result, question, files = [] }: Told): string {
  const known = { request_id, status, cache_hit: cache_hit ?? null }
  return `${JSON.stringify({ ...known, result: result ?? null, question: question ?? null, files }, null, 2)}\n`
}
