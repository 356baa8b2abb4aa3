import type { Config } from '../config.ts'
import type { Engines } from '../engines/enabled.ts'
import { knownEngines } from '../engines/index.ts'
import { systemClock } from '../lib/clock.ts'
import type { Wakes } from '../lib/wakes.ts'
import type { CheckOptions } from '../packages/check.ts'
import { limited } from '../packages/limited.ts'
import { openPackages, type Packages } from '../packages/open.ts'
import { recoverPackages } from '../packages/recover.ts'
import { shelfOf } from '../packages/shelf.ts'
import type { PackageLimits } from '../packages/stage.ts'
import { openProjectSkills, type ProjectSkills } from '../projects/open.ts'
import { openRegistry, type Registry } from '../skills/registry.ts'
import { schemaProblems } from '../skills/schema-verdicts.ts'
import { openSnapshots, type Snapshots } from '../skills/snapshots.ts'
import { installedSkillsTopic } from '../skills/topic.ts'
import type { Store } from '../store/open.ts'
import type { Layout } from '../workspace/layout.ts'
import type { AppOptions, Threads } from './options.ts'
import { reportOnSettings } from './report-settings.ts'
import { repository } from './version.ts'

export interface Skills {
  readonly registry: Registry
  readonly snapshots: Snapshots
  readonly packages: Packages
  readonly projectSkills: ProjectSkills
  readonly packageCheck: Omit<CheckOptions, 'strict'>
}

interface SkillParts {
  readonly layout: Layout
  readonly store: Store
  readonly engines: Engines
  readonly judge: Threads['judge']
  readonly limits: PackageLimits
  readonly wakes: Wakes
}

/** Packages being judged or waiting for it, of those who change skills and of all others: a schema waits for one of each, a minute when all are as bad as can be. */
const mostPackages = 20

/** The skills that are installed, and what installs them. What a dead server had begun is settled before they are read. */
export async function openSkills(
  { config, logger }: AppOptions,
  opened: AsyncDisposableStack,
  parts: SkillParts,
): Promise<Skills> {
  const { layout, store, engines, judge, limits, wakes } = parts
  // For the registry, which asks for one skill at a time and must not be turned away.
  const compile = judge.compile.bind(judge)
  const judged = () => limited((skill) => schemaProblems(skill, compile), mostPackages)
  const check = { ...skillEngines(engines), judge: judged() }
  const guestCheck = { ...check, judge: judged() }
  const common = { shelf: shelfOf(config.skillsDir), store, snapshots: layout.skills, check, clock: systemClock, logger }
  await recoverPackages(common).catch((error) => logger.error({ err: error }, 'cannot reconcile interrupted installations'))
  const onChange = () => wakes.wake(installedSkillsTopic)
  const reading = { ...skillRoots(config), ...check, compile, onChange, log: logger }
  const registry = opened.adopt(await openRegistry(reading), (it) => it.close())
  const packages = openPackages({ ...common, guestCheck, registry, limits })
  const snapshots = openSnapshots()
  const projectSkills = openProjectSkills({ store, layout, registry, snapshots, limits, wakes, clock: systemClock, logger })
  return { registry, snapshots, packages, projectSkills, packageCheck: guestCheck }
}

const skillRoots = (config: Config) => ({ builtIn: `${repository}skills`, user: config.skillsDir })

/** What skills may name, and what those run on that name none. */
const skillEngines = ({ enabled }: Engines) => ({
  engines: knownEngines,
  reportSettings: reportOnSettings,
  ...(enabled.includes('replay') ? { usualEngines: knownEngines } : {}),
})
