import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { ProcessMark } from '../domain/run.ts'
import { factsOf, isMarked, type ProcessFacts } from './proc.ts'
import { signal, signalGroup } from './signal.ts'

/**
 * The pid namespace of a keeper, known by its first process. When that one ends, the kernel kills all others, and it becomes a zombie
 * only when none of them is left. So one process is all there is to look at, however many run here or on the machine. Its open files
 * tell nothing: they are closed before the others are killed. Nor does the end of the keeper, which does not wait for it.
 */
export interface Namespace {
  /** Null: there is none, or no more. Undefined: the keeper has not told yet, which it does before anything runs inside. */
  init(): ProcessMark | null | undefined
}

const patienceMs = 5000
/** For the kernel, once it is at it: to close millions of files takes a busy machine longer, and it always comes to an end. */
const exitingPatienceMs = 60_000
const lookAgainMs = 2

/** Known once the keeper has told all that it tells. */
export function openNamespace(told: Promise<string>, keeper: number, marker: string): Namespace {
  let init: ProcessMark | null | undefined
  void told.then((text) => {
    init = recognize(Number(/"child-pid": (\d+)/.exec(text)?.[1] ?? 0), keeper, marker)
  })
  return { init: () => init }
}

/** Of a keeper that tells into a file, also to those who come later. */
export function namespaceByFile(path: string, keeper: number, marker: string): Namespace {
  let init: ProcessMark | null | undefined
  return {
    init() {
      const told = init === undefined ? /"child-pid": (\d+)/.exec(readFileSync(path, 'utf8')) : null
      if (told) init = recognize(Number(told[1]), keeper, marker)
      return init
    },
  }
}

/** Ends everything inside at once, and the keeper. Answers whether nothing is left. */
export async function endNamespace(
  namespace: Namespace,
  keeper: number,
  { usualMs = patienceMs, exitingMs = exitingPatienceMs } = {},
): Promise<boolean> {
  // Until its last step before the command the first process is in this group, and only from then on it dies with the keeper.
  signalGroup(keeper, 'SIGKILL')
  const startedAt = performance.now()
  for (; ; await wait(lookAgainMs)) {
    const init = namespace.init()
    const facts = init && runningFacts(init)
    if (init !== undefined && !facts) return true
    if (init) signal(init.pid, 'SIGKILL')
    if (performance.now() - startedAt > (facts?.isExiting ? exitingMs : usualMs)) return false
  }
}

/** By the time that we read its number, it may be gone and the number somebody else's. */
function recognize(pid: number, keeper: number, marker: string): ProcessMark | null {
  const facts = factsOf(pid)
  const isOurs = facts !== null && (facts.parent === keeper || facts.isExiting || isMarked(pid, marker))
  return isOurs ? { pid, startTime: facts.startTime } : null
}

/** Null: it runs no more. */
function runningFacts({ pid, startTime }: ProcessMark): ProcessFacts | null {
  const facts = factsOf(pid)
  return facts?.startTime === startTime && !facts.isZombie ? facts : null
}
