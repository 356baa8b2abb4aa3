import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Exit, Line } from '../domain/launch.ts'
import { withoutMarkerLines } from '../talk/marker.ts'
import { maskFiles } from '../workspace/mask-files.ts'
import { reclaim } from '../workspace/prepare.ts'
import { stateOfResult } from '../workspace/result.ts'
import type { AttemptDeps } from './deps.ts'
import { type EngineBegun, fillHome, takeBack } from './fill-home.ts'
import { type Ear, openEar } from './hear.ts'
import { answerIn } from './native-schema.ts'
import type { Performed } from './perform.ts'
import type { Attempt } from './prepare.ts'
import type { EngineStart } from './prepare-engine.ts'
import { appendEvents, runChild } from './run-child.ts'
import { keepSession } from './session.ts'
import { watchOutput } from './watch-output.ts'

/** One turn of an engine: start it, listen to it, end it, and keep what it left. */
export async function takeTurn(deps: AttemptDeps, attempt: Attempt, start: EngineStart): Promise<Performed> {
  const { meter } = attempt
  await meter.begin(start.countsOn)
  const ear = openEar(start.engine.parser(), attempt.nextMessageId, start.engine.usageIs)
  const { stdout: stdoutFrom, stderr: stderrFrom } = attempt.allowance.printed()
  const resultBefore = stateOfResult(attempt.layout, attempt.skill.resultFile)
  const wasTouched = await watchOutput(attempt)
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
  await meter.heard(ear.use())
  const heard = ear.heard()
  const { message, understood } = heard
  const answer = message === null ? null : answerIn(start.native, withoutMarkerLines(message))
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
      touchedOutput: await wasTouched(),
    },
    stderrFrom,
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
    // In a new session the engine does not know the conversation, so its work there is of no use.
    if (isElsewhere(start, ear)) wrongSession.abort()
    return drafts
  }
  const { meter } = attempt
  const noUse = AbortSignal.any([ear.until(wrongSession.signal), meter.over])
  const onHeard = () => meter.heard(ear.use())
  const exit = await runChild(deps, attempt, { launch, plan: start.plan, secrets, understand, onHeard, noUse })
  return ear.endOf(exit, attempt.signal)
}

/** The engine resumed another session than the one it was given. */
const isElsewhere = ({ resumes }: EngineStart, ear: Ear): boolean =>
  resumes !== null && ![null, resumes].includes(ear.heard().session)

/**
 * However the turn ended: a refreshed sign-in would be lost with the home, and the next run could not sign in. The files of the run are
 * readable from now on, so secrets in them are masked.
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

/** Longest first, so that a secret that contains another one is masked as a whole. */
const longestFirst = (values: readonly string[]): string[] => [...new Set(values)].sort((a, b) => b.length - a.length)
