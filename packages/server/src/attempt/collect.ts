import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Exit } from '../domain/launch.ts'
import { warningOf } from '../domain/warning.ts'
import type { Outcome } from '../output/settle.ts'
import type { SkillPackage } from '../skills/package.ts'
import { type Collected, collect as collectArtifacts } from '../workspace/artifacts.ts'
import type { RunLayout } from '../workspace/layout.ts'
import type { Alias } from '../workspace/locate.ts'
import { makeLasting } from '../workspace/make-lasting.ts'
import { writeManifest } from '../workspace/manifest.ts'
import { placeFiles } from '../workspace/misplaced.ts'
import { keepResult } from '../workspace/result.ts'
import type { AttemptDeps } from './deps.ts'
import type { Performed } from './perform.ts'
import type { Attempt } from './prepare.ts'
import type { Settled } from './settle-output.ts'
import type { TurnEnd } from './turn-end.ts'

/** Files of a turn that asks a question are for the next turn; they are indexed when the run ends. */
const nothingCollected: Collected = { manifest: [], missing: [], warnings: [] }

/** Misplaced files are moved to artifacts/, and what then lies there is indexed. */
export async function collect(
  deps: CollectDeps,
  { layout, skill }: Attempt,
  performed: Performed,
  end: TurnEnd,
  settled: Settled,
): Promise<Collected> {
  if (end.finished && end.meaning === 'ask') return nothingCollected
  const exit: Exit = settled.canceled ? { kind: 'canceled' } : performed.exit
  return indexArtifacts(deps, layout, skill, exit, settled.outcome)
}

export async function indexArtifacts(
  deps: CollectDeps,
  layout: RunLayout,
  skill: SkillPackage,
  exit: Exit,
  outcome: Outcome | null,
): Promise<Collected> {
  try {
    const placed = outcome?.ok ? await place(deps, layout, skill, outcome.data) : []
    const collected = await collectArtifacts(layout.root, skill.artifacts)
    await writeManifest(layout.root, collected.manifest)
    await makeLasting(layout.root, ['result/result.json', ...collected.manifest.map(({ path_rel }) => path_rel)])
    return { ...collected, warnings: [...placed, ...collected.warnings] }
  } catch (error) {
    // A problem with the files does not change the outcome of a run that was canceled or timed out.
    if (exit.kind === 'exited') throw error
    deps.logger.error({ err: error, run_folder: layout.root }, 'cannot index the artifacts')
    return { manifest: [], missing: [], warnings: [notIndexed] }
  }
}

type CollectDeps = Pick<AttemptDeps, 'bounded' | 'sandbox' | 'logger'>

const notIndexed: Warning = warningOf(
  'ARTIFACTS_NOT_INDEXED',
  'The artifacts could not be indexed. The server log has the cause.',
)

async function place(deps: CollectDeps, layout: RunLayout, skill: SkillPackage, data: unknown): Promise<readonly Warning[]> {
  const schema = skill.schemas.output
  const fits = async (changed: unknown) => (await deps.bounded.check(schema, changed, 'output.schema.json')).length === 0
  const placed = await placeFiles({ layout, schema, data, aliases: aliasesOf(deps, layout), fits })
  if (placed.changed) await keepResult(layout, placed.data)
  return placed.warnings
}

/** A child may name its files as it sees them or, where it was told the place on the host, as we do. */
function aliasesOf({ sandbox }: CollectDeps, { root, home }: RunLayout): Alias[] {
  const { workspace } = sandbox.places({ workspace: root, skill: root, home, node: process.execPath })
  const isInside = workspace !== root
  return [
    { absolute: workspace, relative: '' },
    { absolute: root, relative: '' },
    ...(isInside ? [{ absolute: '/tmp', relative: 'tmp' }] : []),
  ]
}
