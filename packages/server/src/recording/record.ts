import { homedir } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import type { RaspEvent } from '@agent-skill-runner/contract/rasp.ts'
import type { RecordedStep, Recording } from '@agent-skill-runner/contract/recording.ts'
import type { Interaction } from '../domain/conversation.ts'
import { isTerminal, type Run } from '../domain/run.ts'
import type { EngineFailure } from '../engines/failure.ts'
import { readRange } from '../events/read.ts'
import { Fault } from '../lib/fault.ts'
import { codeOf } from '../lib/thrown.ts'
import type { RunsDeps } from '../runs/deps.ts'
import { readArtifacts, readResult } from '../runs/read.ts'
import { secretsOfRun } from '../runs/run-secrets.ts'
import type { JobAndRun } from '../store/jobs.ts'
import { walkFiles } from '../workspace/walk-files.ts'
import { type Cover, openCover } from './cover.ts'
import { type AttemptEnd, readEnds } from './ends.ts'
import { recordFiles } from './files.ts'
import { recordResult } from './result.ts'
import { mostBytes, openRoom, type Room } from './room.ts'
import { type SkillFacts, skillOf } from './skill.ts'
import { inOneSession, stepsOf } from './steps.ts'
import { usageByTurn, usageOf } from './usage.ts'

/** What an engine did in a run that has ended, in a form that the replay engine plays and that names nothing of this machine. */
export async function recordRun(deps: RunsDeps, { job, run }: JobAndRun, cover?: Cover, most = mostBytes): Promise<Recording> {
  const ended = requireRecordable(run)
  const ends = await readEnds(deps.layout.run(run.id), run)
  const covering = cover ?? (await coverFor(deps, run))
  const skill = await skillOf(deps, run)
  const room = openRoom(most)
  const said = await readTurns(deps, run, skill, room)
  const layout = deps.layout.run(run.id)
  const files = await recordFiles(layout, await readArtifacts(deps, run), covering, room)
  const left = await recordResult(layout, run, { skill, ends }, room)
  const used = usageByTurn(said, skill.usageIs)
  const turns = await coverTurns(covering, used)
  // Of engines that were tried before nothing is played.
  const usage = run.enginesTried.length === 0 ? run.usage : usageOf(used)
  const result = await readResult(deps, run)
  const replies = await deps.store.interactions.answered(run.id)
  const recording: Omit<Recording, 'masked'> = {
    format: 'recording/1',
    recorded: {
      request_id: job.id,
      skill_id: run.skillId,
      skill_version: run.skillVersion,
      engine: run.engine,
      engine_version: run.engineVersion,
      model: run.model,
      ended_at: ended.finishedAt,
      error_code: result.error?.code ?? null,
    },
    job: {
      input: covering.value(run.input) as Recording['job']['input'],
      parameter: covering.value(run.parameter) as Recording['job']['parameter'],
      execution_mode: run.executionMode,
      files: (await walkFiles(layout.root, 'uploads', { entries: 2000, depth: 16 })).paths.map((path) => covering.text(path)),
      replies: replies.map((one) => replyOf(one, covering)),
    },
    turns: wholeTurns(inOneSession(turns), [...files.steps, ...left.map((step) => covering.value(step) as RecordedStep)], ends),
    result: {
      status: ended.state,
      data: covering.value(result.data),
      error_code: result.error && codeWhenPlayed(result.error.code),
      usage: usage && {
        input_tokens: usage.input,
        output_tokens: usage.output,
        cached_tokens: usage.cached,
        cost_usd: usage.costUsd,
      },
      artifacts: files.artifacts,
    },
    not_searched: [...files.notSearched],
  }
  const whole = { ...recording, masked: covering.masked() }
  openRoom(most).take(Buffer.byteLength(JSON.stringify(whole)), 'the recording')
  return whole
}

/** Which provider fails in which way is for its own engine to tell: to replay a turn has failed, and it says why. */
const codeWhenPlayed = (code: string): string => (ofProvider.includes(code) ? 'ENGINE_FAILED' : code)
const ofProvider: readonly string[] = ['AUTH_REQUIRED', 'RATE_LIMITED', 'MODEL_UNAVAILABLE'] satisfies EngineFailure['code'][]

type Ended = Extract<Run, { state: 'succeeded' | 'failed' }>

/** A script needs no recording, and of a run that was ended from outside nobody knows how it would have gone on. */
function requireRecordable(run: Run): Ended {
  if (!isTerminal(run.state)) throw new Fault('RESULT_NOT_READY', { status: run.state })
  if (run.engine === 'script') throw unavailable('It ran a script and no engine. A script needs no recording: run it again.')
  if (run.state !== 'succeeded' && run.state !== 'failed') throw unavailable('It was canceled.')
  if (run.attempt === 0) throw unavailable('It ended before an engine was started.')
  return run
}

export const unavailable = (reason: string): Fault => new Fault('RECORDING_UNAVAILABLE', { reason })

/** Where a run without a sandbox saw its folders, it would see others in another run: in a recording they are called as inside of one. */
async function coverFor(deps: RunsDeps, run: Run): Promise<Cover> {
  const { root, home } = deps.layout.run(run.id)
  const own = homedir()
  return openCover(await secretsOfRun(deps, run), [
    { path: root, shown: '/workspace' },
    { path: home, shown: '/home/runner' },
    { path: `${deps.layout.pins(run)}/${run.skillDigest}`, shown: '/skill' },
    { path: deps.layout.data, shown: '/data' },
    ...(own === '/' || own === '/root' ? [] : [{ path: own, shown: '/home/user' }]),
  ])
}

/** What was said in each attempt, by its events. */
async function readTurns(deps: RunsDeps, run: Run, skill: SkillFacts, room: Room): Promise<RecordedStep[][]> {
  const files = (id: string, attempt: number, of: 'rasp' | 'fcmp') => deps.layout.run(id).events(attempt, of)
  const byAttempt: RaspEvent[][] = Array.from({ length: run.attempt }, () => [])
  try {
    for await (const line of readRange(files, run, 'rasp', {})) {
      const event = JSON.parse(line) as RaspEvent
      if (isFailedOver(event)) byAttempt[event.attempt_number - 1] = []
      if (!isPlayed(event, skill)) continue
      room.take(Buffer.byteLength(line), `attempt ${event.attempt_number}`)
      byAttempt[event.attempt_number - 1]?.push(event)
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw unavailable('Its events are gone.')
    throw error
  }
  return byAttempt.map((events) => stepsOf(events, skill.raw))
}

/** What was said before is of an engine that could not reach its provider: the one that counts begins anew. */
const isFailedOver = ({ event: { type }, data, raw_ref }: RaspEvent): boolean =>
  type === 'diagnostic.warning' && raw_ref === null && 'code' in data && data.code === 'ENGINE_FAILED_OVER'

const isPlayed = ({ event: { type } }: RaspEvent, { raw }: SkillFacts): boolean =>
  type === 'raw.stdout'
    ? raw.stdout
    : type === 'raw.stderr'
      ? raw.stderr
      : !/^(lifecycle\.run\.|interaction\.|artifact\.)/.test(type)

/** A turn at a time, so that others get theirs in between. */
async function coverTurns(cover: Cover, turns: readonly (readonly RecordedStep[])[]): Promise<RecordedStep[][]> {
  const covered: RecordedStep[][] = []
  let bytes = 0
  for (const steps of turns) {
    const some: RecordedStep[] = []
    covered.push(some)
    for (const step of steps) {
      some.push(cover.value(step) as RecordedStep)
      bytes += JSON.stringify(step).length
      if (bytes < 256 * 1024) continue
      bytes = 0
      await turn()
    }
  }
  return covered
}

/** The files come with the last turn, before its first word, and its exit is last. */
function wholeTurns(
  turns: readonly RecordedStep[][],
  files: readonly RecordedStep[],
  ends: readonly AttemptEnd[],
): Recording['turns'] {
  return turns.map((steps, index) => {
    const code = ends[index]?.exitCode ?? 0
    const exit: RecordedStep[] = code === 0 ? [] : [{ exit: code }]
    return { steps: [...(index === turns.length - 1 ? files : []), ...steps, ...exit] }
  })
}

function replyOf({ answer }: Interaction, cover: Cover): Recording['job']['replies'][number] {
  return {
    response: cover.value(answer?.response ?? null),
    resolution_mode: answer?.resolution ?? 'user_reply',
    files: (answer?.files ?? []).map(({ path }) => cover.text(path)),
  }
}
