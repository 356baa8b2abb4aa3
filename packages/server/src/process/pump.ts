import type { Readable } from 'node:stream'
import type { Line, Stream } from '../domain/launch.ts'
import type { Mask } from '../lib/mask.ts'
import type { Flow } from './flow.ts'
import { type LineBlocks, lineSplitter } from './lines.ts'
import type { LogFile } from './logs.ts'

export interface PumpInto {
  readonly stream: Stream
  readonly log: LogFile
  readonly flow: Flow
  readonly mask: Mask
  /** Nothing is handed on before. */
  readonly ready: Promise<void>
  readonly inBlocks: LineBlocks | null
  onLines(lines: Line[]): Promise<void>
}

/** Bytes of one pipe, masked, into the log, and on as lines. Each chunk is done with before the next is read, so a slow reader slows the child. */
export async function pump(pipe: Readable, into: PumpInto): Promise<void> {
  const { flow, log } = into
  const mask = into.mask.begin()
  const lines = lineSplitter(into.stream, log.start, undefined, into.inBlocks)

  const tell = async (found: Line[]) => {
    if (found.length > 0) await flow.inTurn(() => into.onLines(found))
  }
  const keep = async (bytes: Buffer) => {
    if (bytes.length === 0) return
    await log.append(bytes)
    await tell(lines.push(bytes))
  }

  await into.ready
  for await (const chunk of chunksOf(pipe)) await flow.working(() => keep(mask.push(flow.admit(chunk))))
  // Where the allowance cut the text, it may have cut a secret.
  await keep(flow.isFull() ? Buffer.from(mask.end()).fill('*') : mask.end())
  await tell(lines.end())
}

/** The chunks of a pipe until it ends or is destroyed: both only mean that nothing more is wanted. */
async function* chunksOf(pipe: Readable): AsyncGenerator<Buffer> {
  try {
    yield* pipe
  } catch (error) {
    if (pipe.errored) throw error
  }
}
