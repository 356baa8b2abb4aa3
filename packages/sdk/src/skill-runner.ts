import { Connection, type SkillRunnerOptions } from './connection.ts'
import { type Engines, enginesOf } from './engines.ts'
import { type Jobs, jobsOf } from './jobs.ts'
import { type Packages, packagesOf } from './packages.ts'
import type { Leaving } from './runs.ts'
import { type Skills, skillsOf } from './skills.ts'
import { type TempRuns, tempRunsOf } from './temp-runs.ts'
import type { AnswerOf, Readiness } from './types.ts'

/** A server that runs skills. */
export class SkillRunner {
  readonly jobs: Jobs
  /** Runs of skills that are not installed. */
  readonly tempRuns: TempRuns
  readonly skills: Skills
  readonly packages: Packages
  readonly engines: Engines
  readonly #connection: Connection

  constructor(options: SkillRunnerOptions = {}) {
    this.#connection = new Connection(options)
    this.jobs = jobsOf(this.#connection)
    this.tempRuns = tempRunsOf(this.#connection)
    this.skills = skillsOf(this.#connection)
    this.packages = packagesOf(this.#connection)
    this.engines = enginesOf(this.#connection)
  }

  /** Whether somebody is there. */
  health({ signal }: Leaving = {}): Promise<AnswerOf<'getHealth'>> {
    return this.#connection.json({ path: '/healthz', signal })
  }

  /** Whether work can be taken, and what is in the way. */
  ready({ signal }: Leaving = {}): Promise<Readiness> {
    return this.#connection.json({ path: '/readyz', signal, accepts: [503] })
  }
}
