import type { EngineEvent } from '../../domain/engine-event.ts'
import type { Exit, Line, Span, Stream } from '../../domain/launch.ts'
import type { EngineParser } from '../engine.ts'
import { endedInTurn } from '../failure.ts'
import { isCount, isFields } from '../fields.ts'
import { type Block, blockIn } from './block.ts'
import { complaintIn, givenUpIn } from './complaints.ts'
import { asOwn, eventsOfWords, hasWords } from './words.ts'

/** More than any answer; what comes before it stays raw, so that nothing is held without end. */
const mostHeld = 8 * 1024 * 1024
/** What a line costs when it is empty. */
const costOfLine = 1024

/**
 * `iflow_text`: plain words on stdout, and on stderr at the end a block that tells of the turn. In some surroundings it is the other
 * way round. Which of the two it is, only the end tells, so until then all lines wait.
 */
export function iflowParser(): EngineParser {
  const held = { stdout: holdLines(), stderr: holdLines() }
  return {
    push: (line) => held[line.at.stream].push(line).map(asOwn),
    end: (exit) => eventsAtEnd({ stdout: held.stdout.lines(), stderr: held.stderr.lines() }, held.stdout.end(), exit),
  }
}

/** Keeps lines; what comes back has waited too long. */
function holdLines() {
  let lines: Line[] = []
  let cost = 0
  let end = 0
  return {
    lines: () => lines,
    end: () => end,
    push(line: Line): readonly Line[] {
      lines.push(line)
      end = line.at.to
      cost += line.at.to - line.at.from + costOfLine
      if (cost <= mostHeld) return []
      const released = lines
      lines = []
      cost = 0
      return released
    },
  }
}

type Heard = Readonly<Record<Stream, readonly Line[]>>

function eventsAtEnd(heard: Heard, end: number, exit: Exit): EngineEvent[] {
  const found = findBlock(heard)
  const rest = { ...heard, ...(found ? { [found.stream]: heard[found.stream].slice(0, found.block.first) } : {}) }
  // A block on stdout beside words on stdout has only moved; where there are none, the words are on stderr.
  const wordsOn: Stream = found?.stream === 'stdout' && !hasWords(rest.stdout) ? 'stderr' : 'stdout'
  const failure = failureOf(rest, wordsOn, found?.block ?? null, exit)
  const of = (stream: Stream): EngineEvent[] => [
    ...(stream === wordsOn ? eventsOfWords(rest[stream], failure === null) : rest[stream].map(asOwn)),
    ...(found?.stream === stream ? eventsOfBlock(found.block) : []),
  ]
  const at: Span = found?.block.at ?? { stream: 'stdout', from: end, to: end }
  const drift = found?.stream === 'stdout' ? [driftAt(at)] : []
  return [...of('stdout'), ...of('stderr'), ...drift, ...turnAt(at, failure, exit)]
}

/** That of stderr counts: what looks like one on stdout then is something that the model said. */
function findBlock({ stdout, stderr }: Heard): { readonly stream: Stream; readonly block: Block } | null {
  const usual = blockIn(stderr)
  if (usual) return { stream: 'stderr', block: usual }
  const drifted = blockIn(stdout)
  return drifted && { stream: 'stdout', block: drifted }
}

interface Failure {
  readonly reason: string | null
}

/** Its end is the block. It may also print one when it gave up a call of the model, and then end as if all were well. */
function failureOf({ stdout, stderr }: Heard, wordsOn: Stream, block: Block | null, exit: Exit): Failure | null {
  if (exit.kind !== 'exited') return { reason: endedInTurn }
  if (exit.code !== 0) return { reason: complaintIn(stdout, stderr) }
  const givenUp = givenUpIn(wordsOn === 'stdout' ? stderr : stdout)
  if (givenUp !== null) return { reason: givenUp }
  if (block === null) return { reason: 'It ended without its Execution Info.' }
  return block.terminationReason === null ? null : { reason: `It stopped by itself: ${block.terminationReason}` }
}

const driftAt = (at: Span): EngineEvent => ({
  type: 'notice',
  code: 'IFLOW_CHANNEL_DRIFT_OBSERVED',
  message: 'Its Execution Info stood on stdout, where its answer is expected.',
  at,
})

function turnAt(at: Span, failure: Failure | null, exit: Exit): EngineEvent[] {
  if (exit.kind === 'not_started') return []
  const phase = failure === null ? 'completed' : 'failed'
  return [{ type: 'turn', phase, reason: failure?.reason ?? null, at }]
}

/** That the turn ended is told even when nobody can read what it used. */
function eventsOfBlock({ session, usage, text, at }: Block): EngineEvent[] {
  const tokens = tokensOf(usage)
  const why = 'it holds no tokenUsage that iflow_text knows'
  return [
    { type: 'session', handle: session, at },
    tokens ? { type: 'usage', ...tokens, at } : { type: 'unparsed', why, text, tooLong: false, at },
  ]
}

/** It does not tell what came from a cache. */
function tokensOf(usage: unknown) {
  const { input, output } = isFields(usage) ? usage : {}
  return isCount(input) && isCount(output) ? { input, output, cached: 0, costUsd: null } : null
}
