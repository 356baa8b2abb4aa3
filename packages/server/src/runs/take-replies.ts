import type { Run } from '../domain/run.ts'
import { takeReply } from '../workspace/replies.ts'
import type { RunsDeps } from './deps.ts'

/** The run takes the files of all replies that were accepted. Who works on it does this, who ends it, or the sweep. */
export async function takeReplies({ store, layout }: RunsDeps, { id, interactionCount }: Run): Promise<void> {
  if (interactionCount === 0) return
  const [job] = await store.jobs.ofRun(id)
  if (!job) return
  for (const answered of await store.interactions.answered(id)) await takeReply(layout, job.id, layout.run(id), answered)
}
