import { dirname } from 'node:path'
import type { CommitPoint, Run } from '../domain/run.ts'
import { inParallel } from '../lib/in-parallel.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import type { encode, Folding } from './encode.ts'
import { headAt } from './lines-on-disk.ts'
import type { Settled } from './log-deps.ts'
import { cutAt, type LogFile, openAt } from './log-files.ts'
import { openLogWitness } from './log-witness.ts'
import { openFold } from './open-fold.ts'
import { openParents } from './parents.ts'
import { type RaspDraft, rawMeter } from './rasp.ts'
import type { Protocol } from './read.ts'

type Lines = ReturnType<typeof encode>

/** Both event files of one attempt while they are written, and what it has told so far, which decides about what it tells next. */
export interface AttemptFiles extends Disposable {
  readonly attempt: number
  readonly folding: Omit<Folding, 'isEnd'>
  readonly meter: (draft: RaspDraft) => RaspDraft
  /** Writes behind a commit point. When this is done, all of it is on the disk. */
  append(lines: Lines, before: CommitPoint): Promise<Pick<CommitPoint, 'raspBytes' | 'fcmpBytes'>>
  /** As if what was written behind that point had never been. */
  cut(before: CommitPoint): void
  /** It was committed. */
  saw(lines: Lines): void
  /** Those of the files that hold anything else than what was committed. */
  changed(): Promise<string[]>
}

/** Opens the files of an attempt at the commit point of its run, and closes those of the attempt before it for good. */
export async function openAttemptFiles(deps: Settled, run: Run, attempt: number): Promise<AttemptFiles> {
  const isSame = run.attempt === attempt
  if (!isSame && run.attempt > 0) await seal(deps, run)
  using opened = new DisposableStack()
  const pathOf = (protocol: Protocol) => deps.files(run.id, attempt, protocol)
  const { committed } = run
  const rasp = opened.use(openAt(pathOf('rasp'), isSame ? committed.raspBytes : 0))
  const fcmp = opened.use(openAt(pathOf('fcmp'), isSame ? committed.fcmpBytes : 0))
  if (isSame && committed.raspBytes > 0) await headAt(rasp, 0)
  const localBase = isSame ? await firstSeqOf(fcmp, committed) : committed.fcmpSeq
  const told = { bytes: isSame ? committed.raspBytes : 0, state: run.state }
  const fold = await openFold(deps.profileOf(run.engine), deps.echo, rasp, told)
  // What was there before cannot be vouched for.
  const witness = deps.isWatched && !isSame ? openLogWitness() : null
  // New files are lost with their names; that is synced with the first of their lines.
  let isNamed = isSame
  const nameThem = async (): Promise<number> => {
    if (!isNamed) await syncFolder(dirname(pathOf('rasp')))
    isNamed = true
    return 0
  }
  const all = opened.move()
  return {
    attempt,
    folding: { parents: openParents(), fold, localBase },
    meter: rawMeter(),
    async append(lines, before) {
      const [writeRasp, writeFcmp] = [
        appending(rasp, before.raspBytes, lines.rasp),
        appending(fcmp, before.fcmpBytes, lines.fcmp),
      ]
      // None is left under way when one fails: the files may be closed then.
      const [raspBytes = 0, fcmpBytes = 0] = await inParallel([writeRasp, writeFcmp, nameThem], (write) => write())
      return { raspBytes, fcmpBytes }
    },
    cut({ raspBytes, fcmpBytes }) {
      rasp.cut(raspBytes)
      fcmp.cut(fcmpBytes)
    },
    saw: (lines) => witness?.saw(lines),
    changed: async () => witness?.changed(pathOf) ?? [],
    [Symbol.dispose]: () => all.dispose(),
  }
}

const appending = (file: LogFile, at: number, lines: readonly string[]) => () => file.append(at, lines)

/** From the next attempt on the files of this one count as a whole. */
async function seal({ files }: Settled, { id, attempt, committed }: Run): Promise<void> {
  await Promise.all([
    cutAt(files(id, attempt, 'rasp'), committed.raspBytes),
    cutAt(files(id, attempt, 'fcmp'), committed.fcmpBytes),
  ])
}

/** Events of earlier attempts: the number before the first one in the file. */
async function firstSeqOf(fcmp: LogFile, committed: CommitPoint): Promise<number> {
  return committed.fcmpBytes === 0 ? committed.fcmpSeq : (await headAt(fcmp, 0)).seq - 1
}
