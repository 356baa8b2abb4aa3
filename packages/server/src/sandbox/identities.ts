import type { Identity, IdentityRange } from '../domain/launch.ts'

export const defaultRunAs: IdentityRange = { from: 240000, to: 240999 }

/** Spare users, one for each live run, so that no run can touch the processes or files of another. */
export interface Identities {
  /** The wished for one where it is idle, else any. */
  take(wish?: number | null): Identity
  release(identity: Identity): void
}

/** Null: the server is not root, and its children are the same user as itself. */
export function openIdentities(isRoot: boolean, range: IdentityRange): Identities | null {
  if (!isRoot) return null
  // First in, first out: the longer a user has been idle, the surer that nothing of it is left.
  const idle = Array.from({ length: range.to - range.from + 1 }, (_, index) => range.from + index)
  const taken = new Set<number>()
  return {
    take(wish = null) {
      const at = wish === null ? -1 : idle.indexOf(wish)
      const [uid] = idle.splice(Math.max(at, 0), 1)
      if (uid === undefined)
        throw new Error(`All ${taken.size} users of SKILL_RUNNER_RUN_AS are taken by live runs. Widen the range.`)
      taken.add(uid)
      return { uid, gid: uid }
    },
    release({ uid }) {
      if (taken.delete(uid)) idle.push(uid)
    },
  }
}
