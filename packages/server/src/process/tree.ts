import { setTimeout as wait } from 'node:timers/promises'
import type { ProcessMark } from '../domain/run.ts'
import { endNamespace, type Namespace } from './namespace.ts'
import { descendantsOf, isMarked, livingProcesses, type ProcessFacts, startTimeOf } from './proc.ts'
import { signal, signalGroup } from './signal.ts'

/** How long to go on when processes are started as fast as they are ended. */
const patienceMs = 5000
const lookAgainMs = 2
/** How long a keeper may take to tell who it keeps. */
const tellingMs = 1000

/**
 * Ends everything that belongs to a child at once, and answers whether nothing is left. With a namespace the kernel does that. Without one
 * it is its group, whoever carries its mark, and whoever those started, looked for among all processes of the machine; what has left the
 * group, dropped the mark and lost its parent is found by nobody then. Without /proc only the group is ended.
 */
export async function endTree(mark: ProcessMark, marker: string, namespace: Namespace | null = null): Promise<boolean> {
  if (namespace) return endNamespace(namespace, mark.pid)
  // Whoever is on its way out has lost its mark, and is known by an earlier look.
  const known = new Map<number, string>()
  const isOurs = ({ pid, group, startTime }: ProcessFacts) =>
    group === mark.pid || known.get(pid) === startTime || isMarked(pid, marker)
  return endAll(async () => {
    signalGroup(mark.pid, 'SIGKILL')
    // Nobody is older than the one it comes from.
    const younger = await livingProcesses(mark.startTime)
    const left = membersOf(younger, isOurs)
    for (const { pid, startTime } of younger) if (left.includes(pid)) known.set(pid, startTime)
    return left
  })
}

/** Asks a child to end, so that it can put its things in order. A keeper is spared, since those inside would die with it, unasked. */
export async function askToEnd(mark: ProcessMark, marker: string, namespace: Namespace | null): Promise<void> {
  const inside = namespace ? await insideOf(namespace, mark, marker) : []
  if (inside.length === 0) signalGroup(mark.pid, 'SIGTERM')
  for (const pid of inside) signal(pid, 'SIGTERM')
}

/** Whoever runs inside was told of before; we may not have read it yet. */
async function toldInit(namespace: Namespace): Promise<ProcessMark | null> {
  const deadline = performance.now() + tellingMs
  while (namespace.init() === undefined && performance.now() < deadline) await wait(lookAgainMs)
  return namespace.init() ?? null
}

async function insideOf(namespace: Namespace, keeper: ProcessMark, marker: string): Promise<number[]> {
  const init = await toldInit(namespace)
  if (!init) return []
  const found = descendantsOf(init.pid) ?? (await findMarked(marker))
  return found.filter((pid) => pid !== keeper.pid)
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
    return left
  })
  return [...ended]
}

/** The living processes with this mark, or with any mark of a prefix that ends in a colon. */
async function findMarked(mark: string): Promise<number[]> {
  return (await livingProcesses()).filter((one) => isMarked(one.pid, mark)).map((one) => one.pid)
}

/** Looks and kills until nobody is left; once somebody was, two looks in a row must say so, since one may be started during a look. */
async function endAll(look: () => Promise<readonly number[]>): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  for (let calm = 1; ; await wait(lookAgainMs)) {
    const left = await look()
    for (const pid of left) signal(pid, 'SIGKILL')
    calm = left.length > 0 ? 0 : calm + 1
    if (calm >= 2) return true
    if (performance.now() > deadline) return left.length === 0
  }
}

/** Those of a child without a namespace, as far as anybody can tell. */
export const membersBy = (all: readonly ProcessFacts[], mark: ProcessMark, marker: string): number[] =>
  membersOf(all, ({ pid, group }) => group === mark.pid || isMarked(pid, marker))

/** The chosen ones and all their descendants. */
function membersOf(all: readonly ProcessFacts[], isChosen: (one: ProcessFacts) => boolean): number[] {
  const members = new Set(all.filter(isChosen).map((one) => one.pid))
  for (let before = -1; before !== members.size; ) {
    before = members.size
    for (const one of all) if (members.has(one.parent)) members.add(one.pid)
  }
  return [...members]
}
