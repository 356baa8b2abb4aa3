import { setTimeout as wait } from 'node:timers/promises'
import type { ProcessMark } from '../domain/run.ts'
import { isMarked, livingProcesses, ownAncestors, type ProcessFacts, startTimeOf } from './proc.ts'

/** How long to go on when processes are started as fast as they are ended. */
const patienceMs = 5000
const lookAgainMs = 2

/**
 * Ends everything that belongs to a child at once: its group, whoever carries its mark, and whoever those started.
 * Answers whether nothing is left. Without /proc only the group is ended. What has left the group, dropped the mark and
 * lost its parent is found by nobody: for that there is the pid namespace of the sandbox. Those inside a keeper end with its namespace, and
 * their numbers come after its own, so one need not look at the whole machine to see that they are gone.
 */
export async function endTree(mark: ProcessMark, marker: string, isKeeper = false): Promise<boolean> {
  // Whoever is on its way out has lost its mark, and is known by an earlier look.
  const known = new Map<number, string>()
  const isOurs = ({ pid, group, startTime }: ProcessFacts) =>
    group === mark.pid || known.get(pid) === startTime || isMarked(pid, marker)
  return endAll(async () => {
    signalGroup(mark.pid, 'SIGKILL')
    // Nobody is older than the one it comes from.
    const younger = await livingProcesses(mark.startTime, isKeeper ? mark.pid : 0)
    const left = membersOf(younger, isOurs)
    for (const { pid, startTime } of younger) if (left.includes(pid)) known.set(pid, startTime)
    return { left, mayOneBeLeaving: younger.some(mayBeLeft) }
  })
}

/**
 * The first process of a keeper's namespace is on its way out until all others of it are gone, and may be so at our first look. Its parent
 * is gone, so it has come to one that we come from ourselves; those of others, who are still with their parents, are never waited for.
 */
const mayBeLeft = ({ isExiting, parent }: ProcessFacts): boolean => isExiting && ownAncestors().includes(parent)

/** Asks a child to end, so that it can put its things in order. A keeper is spared, since those inside would die with it, unasked. */
export async function askToEnd(mark: ProcessMark, marker: string, isKeeper: boolean): Promise<void> {
  const inside = isKeeper ? (await findMarked(marker)).filter((pid) => pid !== mark.pid) : []
  if (inside.length === 0) signalGroup(mark.pid, 'SIGTERM')
  for (const pid of inside) signal(pid, 'SIGTERM')
}

/**
 * At the start of a server: ends what a dead one left, found by pid and start time, or by the marks of this data folder.
 * A pid whose start time differs is somebody else's by now and is never touched.
 */
export async function endLeftovers(markPrefix: string, marks: readonly ProcessMark[]): Promise<number[]> {
  const leaders = marks
    .filter((mark) => mark.startTime !== '' && startTimeOf(mark.pid) === mark.startTime)
    .map((mark) => mark.pid)
  const ended = new Set<number>()
  await endAll(async () => {
    const isLeftover = (one: ProcessFacts) =>
      leaders.includes(one.pid) || leaders.includes(one.group) || isMarked(one.pid, markPrefix)
    const left = membersOf(await livingProcesses(), isLeftover)
    for (const pid of left) ended.add(pid)
    return { left, mayOneBeLeaving: false }
  })
  return [...ended]
}

/** The living processes with this mark, or with any mark of a prefix that ends in a colon. */
async function findMarked(mark: string): Promise<number[]> {
  return (await livingProcesses()).filter((one) => isMarked(one.pid, mark)).map((one) => one.pid)
}

interface Look {
  readonly left: readonly number[]
  /** To be waited for, not to be killed, and no failure if it stays: it may be anybody's. */
  readonly mayOneBeLeaving: boolean
}

/** Looks and kills until nobody is left; once somebody was, two looks in a row must say so, since one may be started during a look. */
async function endAll(look: () => Promise<Look>): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  for (let calm = 1; ; await wait(lookAgainMs)) {
    const { left, mayOneBeLeaving } = await look()
    for (const pid of left) signal(pid, 'SIGKILL')
    if (left.length > 0) calm = 0
    else if (!mayOneBeLeaving) calm++
    if (calm >= 2) return true
    if (performance.now() > deadline) return left.length === 0
  }
}

/** The chosen ones and all their descendants. */
function membersOf(all: readonly ProcessFacts[], isChosen: (one: ProcessFacts) => boolean): number[] {
  const members = new Set(all.filter(isChosen).map((one) => one.pid))
  for (let before = -1; before !== members.size; ) {
    before = members.size
    for (const one of all) if (members.has(one.parent)) members.add(one.pid)
  }
  return [...members]
}

const signalGroup = (pid: number, name: NodeJS.Signals): void => signal(-pid, name)

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended already, or was never ours.
  }
}
