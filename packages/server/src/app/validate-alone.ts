import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judgeLimits, openBounded } from '../bounded/pool.ts'
import { knownEngines } from '../engines/index.ts'
import { usualPackageLimits } from '../packages/stage.ts'
import { type PackageReport, validateAlone } from '../packages/validate.ts'
import { schemaProblems } from '../skills/schema-verdicts.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { reportOnSettings } from './report-settings.ts'

export type { PackageReport }

/** What a server with the usual settings would say of a package, without one. */
export async function validateWithoutServer(content: AsyncIterable<Buffer>): Promise<PackageReport> {
  await using opened = new AsyncDisposableStack()
  const staging = opened.adopt(await mkdtemp(join(tmpdir(), 'skill-runner-')), removeTree)
  const bounded = opened.adopt(openBounded(judgeLimits), (it) => it.close())
  const compile = bounded.compile.bind(bounded)
  const check = {
    engines: knownEngines,
    reportSettings: reportOnSettings,
    judge: (skill: Parameters<typeof schemaProblems>[0]) => schemaProblems(skill, compile),
  }
  return await validateAlone({ staging, limits: usualPackageLimits, check }, content)
}
