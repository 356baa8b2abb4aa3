// Printed by npm run generate; never edited.
import { type SkillRunnerOptions } from './connection.js';
import { type Engines } from './engines.js';
import { type Evals } from './evals.js';
import { type Jobs } from './jobs.js';
import { type Management } from './management.js';
import { type Packages } from './packages.js';
import { type Project } from './project.js';
import type { Leaving } from './runs.js';
import { type Session } from './session.js';
import { type Skills } from './skills.js';
import { type TempRuns } from './temp-runs.js';
import type { AnswerOf, Readiness, ReceiptKeyList } from './types.js';
/** A server that runs skills. */
export declare class SkillRunner {
    #private;
    readonly jobs: Jobs;
    /** Runs of skills that are not installed. */
    readonly tempRuns: TempRuns;
    readonly skills: Skills;
    readonly packages: Packages;
    /** Test cases of skills, and what came of them. */
    readonly evals: Evals;
    readonly engines: Engines;
    readonly management: Management;
    readonly session: Session;
    constructor(options?: SkillRunnerOptions);
    /** What belongs to one project; it need not exist yet. */
    project(id: string): Project;
    /** Whether somebody is there. */
    health({ signal }?: Leaving): Promise<AnswerOf<'getHealth'>>;
    /** The public keys that receipts are verified with; no token is needed. */
    receiptKeys({ signal }?: Leaving): Promise<ReceiptKeyList>;
    /** What the token and its project may use today, and what they have used. */
    budget({ signal }?: Leaving): Promise<AnswerOf<'getBudget'>>;
    /** Whether work can be taken, and what is in the way. */
    ready({ signal }?: Leaving): Promise<Readiness>;
}
