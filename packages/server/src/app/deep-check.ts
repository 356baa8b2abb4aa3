import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../lib/thrown.ts'
import { type Inspection, inspect } from '../store/inspect.ts'
import { type Damage, inspectRun } from '../upkeep/inspect-run.ts'
import { layoutOf } from '../workspace/layout.ts'

/** What a look at everything that is stored found. */
export interface DeepCheck {
  readonly database: { readonly file: string; readonly problems: readonly string[] }
  readonly runs: number
  readonly damaged: readonly (Damage & { readonly run_id: string })[]
}

/** How far it is: a line for people who wait. */
export type OnProgress = (line: string) => void

/** Reads the whole data folder and changes nothing; also beside a running server. Null: there is no data yet. */
export async function checkDeeply(dataDir: string, onProgress: OnProgress): Promise<DeepCheck | null> {
  const file = join(dataDir, 'runs.db')
  if (!existsSync(file)) return null
  onProgress(`checking the database (${Math.ceil(statSync(file).size / 2 ** 20)} MiB)`)
  const opened = tryInspect(file)
  if (typeof opened === 'string') return { database: { file, problems: [opened] }, runs: 0, damaged: [] }
  using inspection = opened
  const problems = inspection.problems()
  const { runs, damaged, failure } = await checkRuns(inspection, dataDir, onProgress)
  // Every part may stumble over the same damage.
  const all = [...new Set(failure === null ? problems : [...problems, failure])]
  return { database: { file, problems: all }, runs, damaged }
}

function tryInspect(file: string): Inspection | string {
  try {
    return inspect(file)
  } catch (error) {
    return messageOf(error)
  }
}

async function checkRuns(inspection: Inspection, dataDir: string, onProgress: OnProgress) {
  const layout = layoutOf(dataDir)
  const damaged: (Damage & { run_id: string })[] = []
  let runs = 0
  try {
    const all = inspection.countRuns()
    for (const run of inspection.runs()) {
      runs += 1
      onProgress(`checking runs: ${runs} of ${all}, ${damaged.length} damaged files`)
      const found = 'problem' in run ? [{ path: 'runs.db', problem: run.problem }] : await inspectRun(layout, run)
      // A server beside us may have deleted or changed it meanwhile.
      if (found.length > 0 && inspection.hasRun(run.id)) damaged.push(...found.map((one) => ({ run_id: run.id, ...one })))
    }
    return { runs, damaged, failure: null }
  } catch (error) {
    return { runs, damaged, failure: messageOf(error) }
  }
}
