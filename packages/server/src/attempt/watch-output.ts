import { diffOf } from '../workspace/fs-diff.ts'
import type { RunLayout } from '../workspace/layout.ts'
import { takeSnapshot } from '../workspace/snapshot.ts'
import type { Attempt } from './prepare.ts'

/** Returns a function that tells whether something of the output was written since. What cannot be compared may have been; where no other engine follows, nobody asks. */
export async function watchOutput({ layout, run }: Attempt): Promise<() => Promise<boolean>> {
  if (run.fallbacks.length === 0) return async () => false
  const before = await lookAtOutput(layout)
  return async () => {
    const { created, modified, deleted, left_out_count } = await diffOf(layout.root, before, await lookAtOutput(layout))
    return created.length + modified.length + deleted.length + left_out_count > 0
  }
}

const lookAtOutput = ({ root }: RunLayout) =>
  takeSnapshot({ root, isWanted: (path) => /^(artifacts|result)(\/|$)/.test(path), isRead: () => true })
