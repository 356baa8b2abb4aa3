import { Connection, type SkillRunnerOptions } from './connection.ts'
import { type Engines, enginesOf } from './engines.ts'
import { type Evals, evalsOf } from './evals.ts'
import { type Jobs, jobsOf } from './jobs.ts'
import { type Management, managementOf } from './management.ts'
import { type Packages, packagesOf } from './packages.ts'
import { type Project, projectOf } from './project.ts'
import type { Leaving } from './runs.ts'
import { type Session, sessionOf } from './session.ts'
import { type Skills, skillsOf } from './skills.ts'
import { type TempRuns, tempRunsOf } from './temp-runs.ts'
import type { AnswerOf, Readiness, ReceiptKeyList } from './types.ts'

/** A server that runs skills. */
export class SkillRunner {
  readonly jobs: Jobs
  /** Runs of skills that are not installed. */
  readonly tempRuns: TempRuns
  readonly skills: Skills
  readonly packages: Packages
  /** Test cases of skills, and what came of them. */
  readonly evals: Evals
  readonly engines: Engines
  readonly management: Management
  readonly session: Session
  readonly #connection: Connection

  constructor(options: SkillRunnerOptions = {}) {
    this.#connection = new Connection(options)
    this.jobs = jobsOf(this.#connection)
    this.tempRuns = tempRunsOf(this.#connection)
    this.skills = skillsOf(this.#connection)
    this.packages = packagesOf(this.#connection)
    this.evals = evalsOf(this.#connection)
    this.engines = enginesOf(this.#connection)
    this.management = managementOf(this.#connection)
    this.session = sessionOf(this.#connection)
  }

  /** What belongs to one project; it need not exist yet. */
  project(id: string): Project {
    return projectOf(this.#connection, id)
  }

  /** Whether somebody is there. */
  health({ signal }: Leaving = {}): Promise<AnswerOf<'getHealth'>> {
    return this.#connection.json({ path: '/healthz', signal })
  }

  /** The public keys that receipts are verified with; no token is needed. */
  receiptKeys({ signal }: Leaving = {}): Promise<ReceiptKeyList> {
    return this.#connection.json({ path: '/v1/receipt-keys', signal })
  }

  /** What the token and its project may use today, and what they have used. */
  budget({ signal }: Leaving = {}): Promise<AnswerOf<'getBudget'>> {
    return this.#connection.json({ path: '/v1/budget', signal })
  }

  /** Whether work can be taken, and what is in the way. */
  ready({ signal }: Leaving = {}): Promise<Readiness> {
    return this.#connection.json({ path: '/readyz', signal, accepts: [503] })
  }
}
