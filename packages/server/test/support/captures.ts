import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { EngineEvent } from '../../src/domain/engine-event.ts'
import type { Exit, Stream } from '../../src/domain/launch.ts'
import type { EngineParser } from '../../src/engines/engine.ts'
import { lineSplitter } from '../../src/process/lines.ts'
import { chunksOf } from './chunks.ts'

/** One call of a real CLI, as it was recorded; a case has several where a thread was resumed. */
export interface Capture {
  /** `c-resume` for the only call of a case, `c-resume.2` for its second. */
  readonly name: string
  readonly stdout: Buffer
  readonly stderr: Buffer
  readonly exit: Exit
  /** The file with the reviewed events of this call. */
  readonly golden: string
}

/** What a parser is given, in the order that it is given. */
type Feed = readonly { readonly stream: Stream; readonly chunk: Buffer }[]

const folderOf = (engine: string) => join(import.meta.dirname, '../captures', engine)

/** Every recorded call of an engine, by name. */
export function capturesOf(engine: string): Capture[] {
  const folders = readdirSync(folderOf(engine), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const names = folders.map(({ name }) => name).sort()
  return names.flatMap((name) => callsOf(join(folderOf(engine), name), name))
}

function callsOf(folder: string, caseName: string): Capture[] {
  const exits = JSON.parse(readFileSync(join(folder, 'exit.json'), 'utf8')) as RecordedExit[]
  const numbers = numbersOf(readdirSync(folder))
  assert.equal(numbers.length, exits.length, `${caseName} has as many exits as outputs`)
  return exits.map((exit, index) => {
    const number = numbers[index] ?? ''
    return {
      name: `${caseName}${number}`,
      stdout: bytesOf(folder, `stdout${number}`),
      stderr: bytesOf(folder, `stderr${number}`),
      exit: exitOf(exit),
      golden: join(folder, `events${number}.json`),
    }
  })
}

/** `['']` for a case of one call, else `['.1', '.2', …]`. */
function numbersOf(files: readonly string[]): string[] {
  return files
    .flatMap((file) => /^stdout(\.\d+)?(\.ndjson)?$/.exec(file)?.slice(1, 2) ?? [])
    .map((number) => number ?? '')
    .sort()
}

/** Engines name their files differently: `stdout`, `stdout.ndjson`, `stderr.txt`. */
function bytesOf(folder: string, name: string): Buffer {
  const file = [name, `${name}.ndjson`, `${name}.txt`].map((file) => join(folder, file)).find((path) => existsSync(path))
  assert.ok(file, `${name} was recorded in ${folder}`)
  return readFileSync(file)
}

interface RecordedExit {
  readonly exit_code: number | null
  readonly signal: string | null
}

const exitOf = ({ exit_code: code, signal }: RecordedExit): Exit =>
  code === null ? { kind: 'signaled', signal: signal ?? 'SIGKILL' } : { kind: 'exited', code }

/** Which line came first was not recorded across streams: stdout is fed before stderr. */
export const feedOf = ({ stdout, stderr }: Pick<Capture, 'stdout' | 'stderr'>): Feed => [
  { stream: 'stdout', chunk: stdout },
  { stream: 'stderr', chunk: stderr },
]

/** What a parser hears when bytes come as they do in a run: in chunks, split into lines by the process edge. */
export function hear(parser: EngineParser, feed: Feed, exit: Exit): EngineEvent[] {
  const splitters = { stdout: lineSplitter('stdout'), stderr: lineSplitter('stderr') }
  const whole = feed.flatMap(({ stream, chunk }) => splitters[stream].push(chunk).flatMap((line) => parser.push(line)))
  const rest = [...splitters.stdout.end(), ...splitters.stderr.end()].flatMap((line) => parser.push(line))
  return [...whole, ...rest, ...parser.end(exit)]
}

/** Fails unless spans cover all of it, from the first byte to the last, without a gap. */
export function assertCovered(events: readonly EngineEvent[], stream: Stream, bytes: number): void {
  const spans = events.map(({ at }) => at).filter((at) => at.stream === stream)
  const end = spans.reduce((covered, { from, to }) => {
    assert.ok(from <= covered, `bytes ${covered} to ${from} of ${stream} are in no event`)
    return Math.max(covered, to)
  }, 0)
  assert.equal(end, bytes, `the events end where ${stream} ends`)
}

/** Compares with the reviewed file. `UPDATE_GOLDEN=1` writes it instead: read what changed before you keep it. */
export function assertGolden(capture: Capture, events: readonly EngineEvent[]): void {
  const printed = printEvents(events)
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(capture.golden, printed)
  assert.ok(existsSync(capture.golden), `${capture.name} has no reviewed events: UPDATE_GOLDEN=1 writes them`)
  assert.equal(printed, readFileSync(capture.golden, 'utf8'), capture.name)
}

/** One event a line, its span first and short: easy to read beside the recorded lines. */
function printEvents(events: readonly EngineEvent[]): string {
  const lines = events.map(({ at: { stream, from, to }, ...event }) => JSON.stringify([`${stream} ${from}-${to}`, event]))
  return `[\n${lines.join(',\n')}\n]\n`
}

/** A recorded call as torn pipes, doubled writes, mixed logs and bad disks could give it. */
export function damaged(capture: Capture, others: readonly Capture[]): fc.Arbitrary<Feed> {
  const damages = [
    cut,
    doubled,
    flipped,
    (bytes: Buffer) => fc.constantFrom(...others).chain(({ stdout }) => mixed(bytes, stdout)),
  ]
  const spoil = (bytes: Buffer) =>
    fc
      .array(fc.constantFrom(...damages), { maxLength: 3 })
      .chain((chosen) => chosen.reduce((spoiled, damage) => spoiled.chain(damage), fc.constant(bytes)))
  const chunks = (stream: Stream, bytes: Buffer) =>
    fc.array(placeIn(bytes), { maxLength: 8 }).map((cuts) => chunksOf(bytes, cuts).map((chunk) => ({ stream, chunk })))
  const spoiledChunks = (stream: Stream) => spoil(capture[stream]).chain((bytes) => chunks(stream, bytes))
  return fc.tuple(spoiledChunks('stdout'), spoiledChunks('stderr')).chain(([stdout, stderr]) => shuffled(stdout, stderr))
}

const placeIn = (bytes: Buffer) => fc.nat({ max: bytes.length })

const cut = (bytes: Buffer): fc.Arbitrary<Buffer> =>
  fc.tuple(placeIn(bytes), placeIn(bytes)).map(([one, other]) => bytes.subarray(Math.min(one, other), Math.max(one, other)))

const doubled = (bytes: Buffer): fc.Arbitrary<Buffer> => {
  const lines = linesOf(bytes)
  return fc.subarray(lines).map((twice) => Buffer.concat(lines.flatMap((line) => (twice.includes(line) ? [line, line] : [line]))))
}

const flipped = (bytes: Buffer): fc.Arbitrary<Buffer> =>
  fc.array(fc.tuple(placeIn(bytes), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 12 }).map((flips) => {
    const copy = Buffer.from(bytes)
    for (const [place, mask] of flips) if (place < copy.length) copy[place] = (copy[place] ?? 0) ^ mask
    return copy
  })

const mixed = (bytes: Buffer, other: Buffer): fc.Arbitrary<Buffer> =>
  shuffled(linesOf(bytes), linesOf(other)).map((lines) => Buffer.concat(lines))

/** Both lists in one; each keeps its order. */
const shuffled = <T>(left: readonly T[], right: readonly T[]): fc.Arbitrary<T[]> =>
  fc.array(fc.nat({ max: left.length }), { minLength: right.length, maxLength: right.length }).map((places) => {
    const sorted = places.sort((a, b) => a - b)
    const before = (place: number) => right.filter((_, index) => sorted[index] === place)
    return [...left.flatMap((item, place) => [...before(place), item]), ...before(left.length)]
  })

const linesOf = (bytes: Buffer): Buffer[] =>
  bytes
    .toString('latin1')
    .split(/(?<=\n)/)
    .map((line) => Buffer.from(line, 'latin1'))

/** Fails unless a parser gets over such a feed: it throws nothing, loses no byte, and what it heard can be written down. */
export function assertSurvives(parser: EngineParser, feed: Feed, exit: Exit): EngineEvent[] {
  const events = hear(parser, feed, exit)
  for (const stream of ['stdout', 'stderr'] as const) {
    const chunks = feed.filter((piece) => piece.stream === stream)
    assertCovered(events, stream, Buffer.concat(chunks.map(({ chunk }) => chunk)).length)
  }
  assert.equal((JSON.parse(JSON.stringify(events)) as unknown[]).length, events.length)
  return events
}
