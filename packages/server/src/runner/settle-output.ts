import type { Bounded } from '../bounded/pool.ts'
import type { RunIn } from '../domain/run.ts'
import { mostOutput } from '../output/find.ts'
import { type Outcome, settle } from '../output/settle.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { RunLayout } from '../workspace/layout.ts'
import { headOfLog } from '../workspace/read-log.ts'
import { keepResult, rejectResult, resultText, writeValidation } from '../workspace/result.ts'

/** The output of a run, judged by the schema; `result/result.json` is there afterwards only when it satisfies it. */
export async function settleOutput(
  bounded: Bounded,
  skill: SkillPackage,
  run: RunIn<'running'>,
  layout: RunLayout,
): Promise<Outcome> {
  const file = await resultText(layout, skill.resultFile, mostOutput + 1)
  const stdout = file === null ? await headOfLog(layout.stream(run.attempt, 'stdout'), mostOutput + 1) : null
  const check = (schema: object, data: unknown) => bounded.check(schema, data, 'output.schema.json')
  const outcome = await settle({ check }, skill.schemas.output, [
    { source: 'result_file', text: file },
    { source: 'stdout', text: stdout },
  ])
  if (outcome.ok) await keepResult(layout, outcome.data)
  else await rejectResult(layout, skill.resultFile)
  await writeValidation(layout, outcome.ok ? { valid: true, ...outcome, data: undefined } : { valid: false, ...outcome })
  return outcome
}
