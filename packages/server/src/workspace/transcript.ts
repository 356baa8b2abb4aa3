import type { Stream } from '../domain/launch.ts'
import { recordOf } from '../domain/transcript.ts'
import { type KeptFile, openKept } from './kept-file.ts'
import type { RunLayout } from './layout.ts'

/** Both streams of an attempt in the order in which they came, and an index by which they can be told apart again. */
export interface Transcript extends AsyncDisposable {
  readonly files: readonly KeptFile[]
  append(stream: Stream, bytes: Buffer): Promise<void>
}

export async function openTranscript(layout: RunLayout, attempt: number, isWatched: boolean): Promise<Transcript> {
  await using opened = new AsyncDisposableStack()
  const output = opened.use(openKept(layout.transcript(attempt), isWatched))
  const index = opened.use(openKept(layout.transcriptIndex(attempt), isWatched))
  let waiting: Arrived[] = []
  let turn: Promise<void> = Promise.resolve()

  /** What came from both streams while the last write was under way goes in one. */
  const write = async () => {
    const arrived = waiting
    waiting = []
    if (arrived.length === 0) return
    const records = arrived.map(({ stream, bytes }) => recordOf(stream, bytes.length))
    await Promise.all([output.append(joined(arrived.map(({ bytes }) => bytes))), index.append(joined(records))])
  }

  const all = opened.move()
  return {
    files: [output, index],
    append(stream, bytes) {
      waiting.push({ stream, bytes })
      turn = turn.then(write)
      return turn
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

interface Arrived {
  readonly stream: Stream
  readonly bytes: Buffer
}

const joined = (pieces: readonly Buffer[]): Buffer => (pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces))
