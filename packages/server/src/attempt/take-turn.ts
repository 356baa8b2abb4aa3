import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Exit, Line } from '../domain/launch.ts'
import { withoutMarkerLines } from '../talk/marker.ts'
import { maskFiles } from '../workspace/mask-files.ts'
import { reclaim } from '../workspace/prepare.ts'
import { stateOfResult } from '../workspace/result.ts'
import type { AttemptDeps } from './deps.ts'
import { type EngineBegun, fillHome, takeBack } from './fill-home.ts'
import { type Ear, openEar } from './hear.ts'
import type { Performed } from './perform.ts'
import type { Attempt } from './prepare.ts'
import type { EngineStart } from './prepare-engine.ts'
import { appendEvents, runChild } from './run-child.ts'
import { keepSession } from './session.ts'

/** One turn of an engine: start it, listen to it, end it, and keep what it left. */
export async function takeTurn(deps: AttemptDeps, attempt: Attempt, start: EngineStart): Promise<Performed> {
  const ear = openEar(start.engine.parser(), attempt.nextMessageId, start.engine.usageIs)
  const stdoutFrom = attempt.allowance.stdoutBytes()
  const resultBefore = stateOfResult(attempt.layout, attempt.skill.resultFile)
  const begun = await fillHome(deps, attempt, start)
  const secrets = longestFirst([...deps.secrets, ...begun.secrets])
  const listened = await listen(deps, attempt, start, begun, secrets, ear).then(
    (exit) => ({ exit }),
    (error: unknown) => ({ error }),
  )
  const warnings = await end(deps, attempt, start, begun, secrets)
  if ('error' in listened) throw listened.error
  const { exit } = listened
  await appendEvents(deps, attempt, ear.end(exit))
  const heard = ear.heard()
  const { message, understood } = heard
  const answer = message === null ? null : start.native.read(withoutMarkerLines(message))
  const obstacle = await keepSession(deps, attempt, start.engine, heard)
  return {
    exit,
    argv: begun.launch.argv,
    secrets,
    warnings,
    left: {
      message,
      answer,
      stdoutFrom: understood ? null : stdoutFrom,
      wroteResult: stateOfResult(attempt.layout, attempt.skill.resultFile) !== resultBefore,
    },
    by: { start, heard, lostSession: isElsewhere(start, ear), obstacle },
  }
}

async function listen(
  deps: AttemptDeps,
  attempt: Attempt,
  start: EngineStart,
  { launch }: EngineBegun,
  secrets: readonly string[],
  ear: Ear,
): Promise<Exit> {
  const wrongSession = new AbortController()
  const understand = (lines: readonly Line[]) => {
    const drafts = ear.lines(lines)
    // In a session of its own the engine knows nothing of the conversation: whatever it does there is wrong.
    if (isElsewhere(start, ear)) wrongSession.abort()
    return drafts
  }
  const noUse = ear.until(wrongSession.signal)
  const exit = await runChild(deps, attempt, { launch, plan: start.plan, secrets, understand, noUse })
  return ear.endOf(exit, attempt.signal)
}

/** The engine took up another session than the one it had to go on with. */
const isElsewhere = ({ resumes }: EngineStart, ear: Ear): boolean =>
  resumes !== null && ![null, resumes].includes(ear.heard().session)

/**
 * However it ended: a sign-in that it refreshed would be lost with its home, and the next run could not sign in. And what it left may be
 * shown from now on, so secrets in it are masked.
 */
async function end(
  deps: AttemptDeps,
  { layout }: Attempt,
  { engine }: EngineStart,
  { given }: EngineBegun,
  secrets: readonly string[],
): Promise<Warning[]> {
  const refusals = await takeBack(deps, engine, given, layout.home)
  await reclaim(layout)
  return [...refusals, ...(await maskFiles(layout, secrets))]
}

/** So that none hides inside another. */
const longestFirst = (values: readonly string[]): string[] => [...new Set(values)].sort((a, b) => b.length - a.length)
