import type { RunIn } from '../domain/run.ts'
import type { Places } from '../domain/sandbox.ts'
import type { RunnerDeps } from '../runs/deps.ts'
import type { SkillPackage } from '../skills/package.ts'
import { fileInputs, takeUploads } from '../workspace/uploads.ts'

/** The run takes the files that were brought for it. What comes back is the run as its child is told of it: a file is a path that it can open. */
export async function withFiles(
  deps: RunnerDeps,
  run: RunIn<'running'>,
  job: string | null,
  skill: SkillPackage,
  places: Places,
): Promise<RunIn<'running'>> {
  const layout = deps.layout.run(run.id)
  if (job !== null) await takeUploads(deps.layout, job, layout)
  const files = await fileInputs(skill, layout.uploads, `${places.workspace}/uploads`)
  return { ...run, input: { ...run.input, ...files } }
}
