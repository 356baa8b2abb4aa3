import type { Job, PendingInteraction } from '@agent-skill-runner/sdk'

/** Of a job that nobody has answered for yet, nothing is known. */
interface Known {
  readonly request_id: string | null
  readonly status: Job['status'] | null
}
type Told = { readonly result?: Job['result']; readonly question?: PendingInteraction; readonly files?: readonly string[] }

/** What `run --json` prints. */
export const documentOf = ({ request_id, status }: Known, { result, question, files = [] }: Told): string =>
  `${JSON.stringify({ request_id, status, result: result ?? null, question: question ?? null, files }, null, 2)}\n`
