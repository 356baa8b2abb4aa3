// Printed by npm run generate; never edited.
import { Connection } from "./connection.js";
import { enginesOf } from "./engines.js";
import { evalsOf } from "./evals.js";
import { jobsOf } from "./jobs.js";
import { managementOf } from "./management.js";
import { packagesOf } from "./packages.js";
import { projectOf } from "./project.js";
import { sessionOf } from "./session.js";
import { skillsOf } from "./skills.js";
import { tempRunsOf } from "./temp-runs.js";
/** A server that runs skills. */
export class SkillRunner {
    jobs;
    /** Runs of skills that are not installed. */
    tempRuns;
    skills;
    packages;
    /** Test cases of skills, and what came of them. */
    evals;
    engines;
    management;
    session;
    #connection;
    constructor(options = {}) {
        this.#connection = new Connection(options);
        this.jobs = jobsOf(this.#connection);
        this.tempRuns = tempRunsOf(this.#connection);
        this.skills = skillsOf(this.#connection);
        this.packages = packagesOf(this.#connection);
        this.evals = evalsOf(this.#connection);
        this.engines = enginesOf(this.#connection);
        this.management = managementOf(this.#connection);
        this.session = sessionOf(this.#connection);
    }
    /** What belongs to one project; it need not exist yet. */
    project(id) {
        return projectOf(this.#connection, id);
    }
    /** Whether somebody is there. */
    health({ signal } = {}) {
        return this.#connection.json({ path: '/healthz', signal });
    }
    /** The public keys that receipts are verified with; no token is needed. */
    receiptKeys({ signal } = {}) {
        return this.#connection.json({ path: '/v1/receipt-keys', signal });
    }
    /** What the token and its project may use today, and what they have used. */
    budget({ signal } = {}) {
        return this.#connection.json({ path: '/v1/budget', signal });
    }
    /** Whether work can be taken, and what is in the way. */
    ready({ signal } = {}) {
        return this.#connection.json({ path: '/readyz', signal, accepts: [503] });
    }
}
