// Printed by npm run generate; never edited.
import { Connection } from "./connection.js";
import { enginesOf } from "./engines.js";
import { jobsOf } from "./jobs.js";
import { packagesOf } from "./packages.js";
import { skillsOf } from "./skills.js";
import { tempRunsOf } from "./temp-runs.js";
/** A server that runs skills. */
export class SkillRunner {
    jobs;
    /** Runs of skills that are not installed. */
    tempRuns;
    skills;
    packages;
    engines;
    #connection;
    constructor(options = {}) {
        this.#connection = new Connection(options);
        this.jobs = jobsOf(this.#connection);
        this.tempRuns = tempRunsOf(this.#connection);
        this.skills = skillsOf(this.#connection);
        this.packages = packagesOf(this.#connection);
        this.engines = enginesOf(this.#connection);
    }
    /** Whether somebody is there. */
    health({ signal } = {}) {
        return this.#connection.json({ path: '/healthz', signal });
    }
    /** Whether work can be taken, and what is in the way. */
    ready({ signal } = {}) {
        return this.#connection.json({ path: '/readyz', signal, accepts: [503] });
    }
}
