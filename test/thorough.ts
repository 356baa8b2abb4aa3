/**
 * How much is asked of the tests: with CI=true all engines, whole samples and the long suites, else what answers within minutes.
 * Suites ask here and nowhere else (`thorough ? 8 : 3`); which files run at all is in `test/sets.ts`.
 */
export const thorough = process.env['CI'] === 'true'

/** The engines whose real CLIs are tested, by name; by hand one of them, and all where a file is named. */
const engines = process.env['SKILL_RUNNER_TEST_ENGINES'] || (thorough ? 'all' : 'codex')

export const testsEngine = (engine: string): boolean => engines === 'all' || engines.split(',').includes(engine)
