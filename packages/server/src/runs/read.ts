import { isTerminal, type NormalizationLevel, type Run, type RunError } from '../domain/run.ts'
import { headOf } from '../events/lines-on-disk.ts'
import { type Protocol, type Range, readRange } from '../events/read.ts'
import { parseExactly } from '../lib/exact-json.ts'
import { Fault } from '../lib/fault.ts'
import { maskOf } from '../lib/mask.ts'
import type { DeclaredArtifact } from '../skills/artifacts.ts'
import { listSoFar } from '../workspace/artifacts.ts'
import { type ArtifactEntry, readManifest } from '../workspace/manifest.ts'
import { type Growth, type LogSlice, sliceOfLog, tailOfLog } from '../workspace/read-log.ts'
import { readResultFile } from '../workspace/result.ts'
import type { RunsDeps } from './deps.ts'
import { secretsOfRun } from './run-secrets.ts'

const mebibyte = 1024 * 1024

export interface Result {
  readonly status: 'succeeded' | 'failed' | 'canceled'
  readonly data: unknown
  readonly artifacts: readonly ArtifactEntry[]
  readonly normalizationLevel: NormalizationLevel
  readonly error: RunError | null
}

/** 1 for the next to start; null: the run is not queued, which costs no query. */
export async function placeInQueue({ store }: RunsDeps, run: Run): Promise<number | null> {
  return run.state === 'queued' && !run.awaitingUpload ? store.queue.position(run.id) : null
}

/** The result of a run that has ended. */
export async function readResult(deps: RunsDeps, run: Run): Promise<Result> {
  if (!isTerminal(run.state)) throw new Fault('RESULT_NOT_READY', { status: run.state })
  const artifacts = await readArtifacts(deps, run)
  if (run.state !== 'succeeded')
    return { status: run.state, data: null, artifacts, normalizationLevel: null, error: 'error' in run ? run.error : null }
  const data = parseExactly(await readResultFile(deps.layout.run(run.id)))
  return { status: 'succeeded', data, artifacts, normalizationLevel: run.normalizationLevel, error: null }
}

/** The index from the end of the run; before that, and after a crash of the server, the files that are there. */
export async function readArtifacts(deps: RunsDeps, run: Run): Promise<readonly ArtifactEntry[]> {
  const folder = deps.layout.run(run.id).root
  const indexed = isTerminal(run.state) ? await readManifest(folder) : null
  return indexed ?? withoutSecrets(await listSoFar(folder, await declaredBy(deps, run)), await secretsOfRun(deps, run))
}

/** Names that contain a secret are masked when the run ends; until then they are left out. */
function withoutSecrets(entries: readonly ArtifactEntry[], secrets: readonly string[]): readonly ArtifactEntry[] {
  const mask = maskOf(secrets)
  const isPlain = (path: Buffer) => mask.cover(path).equals(path)
  return entries.filter(({ path_rel }) => isPlain(Buffer.from(path_rel)))
}

/** The pinned copy of a skill may be swept once its runs have ended. */
async function declaredBy(deps: RunsDeps, run: Run): Promise<readonly DeclaredArtifact[]> {
  return deps.snapshots.pinned(deps.layout.pins(run), run.skillDigest, run.skillId).then(
    ({ skill }) => skill.artifacts,
    (error: unknown) => {
      if (error instanceof Fault) return []
      throw error
    },
  )
}

interface AttemptLogs {
  readonly attempt: number
  /** Null: no engine takes part, so there is no prompt. */
  readonly prompt: LogSlice | null
  readonly stdout: LogSlice
  readonly stderr: LogSlice
}

/** The end of both streams of an attempt, and of its prompt. */
export async function readLogs(deps: RunsDeps, run: Run, attempt: number | undefined): Promise<AttemptLogs> {
  const number = requireAttempt(run, attempt)
  const layout = deps.layout.run(run.id)
  const tail = (path: string) => tailOfLog(path, mebibyte, growthOf(run, number))
  const [stdout, stderr] = await Promise.all([tail(layout.stream(number, 'stdout')), tail(layout.stream(number, 'stderr'))])
  const prompt = run.engine === 'script' || run.attempt === 0 ? null : await tail(layout.stdin(number))
  return { attempt: number, prompt, stdout, stderr }
}

interface RangeRequest {
  readonly stream: 'stdout' | 'stderr' | 'pty'
  readonly from: number
  readonly to: number | undefined
  readonly attempt: number | undefined
}

export async function readLogRange(deps: RunsDeps, run: Run, request: RangeRequest): Promise<LogSlice & { attempt: number }> {
  const attempt = requireAttempt(run, request.attempt)
  const to = request.to ?? Number.MAX_SAFE_INTEGER
  const layout = deps.layout.run(run.id)
  const path = request.stream === 'pty' ? layout.transcript(attempt) : layout.stream(attempt, request.stream)
  return { attempt, ...(await sliceOfLog(path, request.from, to, mebibyte, growthOf(run, attempt))) }
}

/** Only the last attempt of a run that has not ended is still written. */
const growthOf = ({ state, attempt }: Run, asked: number): Growth =>
  !isTerminal(state) && asked >= attempt ? 'growing' : 'complete'

/** A run that never started has one attempt with nothing in it. */
function requireAttempt(run: Run, asked: number | undefined): number {
  const latest = Math.max(run.attempt, 1)
  if (asked !== undefined && asked > latest) throw new Fault('ATTEMPT_NOT_FOUND', { attempt: asked, latest })
  return asked ?? latest
}

/** By number or by time, inclusive on both sides. */
export type EventRange = Range

/** Maximum bytes of a page: events may be large, and other requests wait. */
const mostPageBytes = 4 * mebibyte

export interface History {
  /** Lines as they stand in the log: the same bytes that the live stream sends. */
  readonly lines: readonly string[]
  readonly nextFromSeq: number | null
}

export async function readHistory(
  deps: RunsDeps,
  run: Run,
  protocol: Protocol,
  range: Range,
  types: readonly string[] | null,
  limit: number,
): Promise<History> {
  const files = (id: string, attempt: number, of: Protocol) => deps.layout.run(id).events(attempt, of)
  const lines: string[] = []
  let bytes = 0
  for await (const line of readRange(files, run, protocol, range)) {
    if (types && !types.includes(typeOf(line))) continue
    if (lines.length === limit || (lines.length > 0 && bytes + line.length > mostPageBytes))
      return { lines, nextFromSeq: headOf(line).seq }
    lines.push(line)
    bytes += line.length
  }
  return { lines, nextFromSeq: null }
}

function typeOf(line: string): string {
  const event = JSON.parse(line) as { type?: string; event?: { type: string } }
  return event.type ?? event.event?.type ?? ''
}
