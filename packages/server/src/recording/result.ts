import { existsSync } from 'node:fs'
import type { RecordedStep } from '@agent-skill-runner/contract/recording.ts'
import type { Run } from '../domain/run.ts'
import type { RunLayout } from '../workspace/layout.ts'
import { readResultFile, resultText } from '../workspace/result.ts'
import type { AttemptEnd } from './ends.ts'
import { mostBytes, type Room } from './room.ts'
import type { SkillFacts } from './skill.ts'

interface About {
  readonly skill: SkillFacts
  readonly ends: readonly AttemptEnd[]
}

/**
 * The result file that the engine left, before anything was made of it: a normalizer of the skill is to have its work again. Where the
 * server itself made something of the output that it would not make of a recording, the result is recorded as it came to be.
 */
export async function recordResult(layout: RunLayout, run: Run, { skill, ends }: About, room: Room): Promise<RecordedStep[]> {
  const text = await textFor(layout, run, ends)
  if (text === null) return []
  room.take(text.length, skill.resultFile)
  return [{ write: { path: skill.resultFile, text } }]
}

async function textFor(layout: RunLayout, run: Run, ends: readonly AttemptEnd[]): Promise<string | null> {
  const left = await resultText(layout, 'raw/result.json', mostBytes + 1)
  if (run.state !== 'succeeded') return left
  const wasMoved = run.warnings.some(({ code }) => code === 'ARTIFACT_MOVED')
  const isByMessage = existsSync(layout.message)
  const isRemade = wasMoved || ends.at(-1)?.hasNativeSchema === true || (left === null && !isByMessage)
  return isRemade ? readResultFile(layout) : left
}
