import { writeFile } from 'node:fs/promises'
import type { Bounded } from '../bounded/pool.ts'
import type { RunIn } from '../domain/run.ts'
import { type Outcome, settle } from '../output/settle.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { RunLayout } from '../workspace/layout.ts'
import { headOfLog } from '../workspace/read-log.ts'
import { keepResult, rejectResult, resultText } from '../workspace/result.ts'

const outputLimit = 16 * 1024 * 1024

/** The output of a run, judged by the schema; `result/result.json` is there afterwards only when it satisfies it. */
export async function settleOutput(
  bounded: Bounded,
  skill: SkillPackage,
  run: RunIn<'running'>,
  layout: RunLayout,
): Promise<Outcome> {
  const file = await resultText(layout, outputLimit)
  const stdout = file === null ? await headOfLog(layout.stream(run.attempt, 'stdout'), outputLimit) : null
  const outcome = await settle(
    { check: (schema, data) => bounded.check(schema, data, 'output.schema.json') },
    skill.schemas.output,
    [
      { source: 'result_file', text: file },
      { source: 'stdout', text: stdout },
    ],
  )
  if (outcome.ok) await keepResult(layout, outcome.data)
  else await rejectResult(layout)
  await writeFile(
    layout.validation,
    JSON.stringify(outcome.ok ? { valid: true, ...outcome, data: undefined } : { valid: false, ...outcome }, null, 2),
  )
  return outcome
}
