import type { Identity } from '../domain/launch.ts'

/** Both ends included. */
export interface IdentityRange {
  readonly from: number
  readonly to: number
}

export const defaultRunAs: IdentityRange = { from: 240000, to: 240999 }

/** Spare users, one for each live run, so that no run can touch the processes or files of another. */
export interface Identities {
  take(): Identity
  release(identity: Identity): void
}

/** Null: the server is not root, and its children are the same user as itself. */
export function openIdentities(isRoot: boolean, range: IdentityRange): Identities | null {
  if (!isRoot) return null
  // First in, first out: the longer a user has been idle, the surer that nothing of it is left.
  const idle = Array.from({ length: range.to - range.from + 1 }, (_, index) => range.from + index)
  const taken = new Set<number>()
  return {
    take() {
      const uid = idle.shift()
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

/** "from-to", as SKILL_RUNNER_RUN_AS has it. Null: not a range of users, or one with root in it. */
export function readRange(text: string): IdentityRange | null {
  const [, from, to] = /^(\d{1,10})-(\d{1,10})$/.exec(text) ?? []
  const range = { from: Number(from), to: Number(to) }
  // The last number is the kernel's "nobody at all".
  return range.from > 0 && range.to >= range.from && range.to < 2 ** 32 - 1 ? range : null
}
