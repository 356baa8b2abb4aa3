import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'

/** Every test file of the repository. */
export const suites = [
  'packages/*/src/**/*.test.ts',
  'packages/*/test/**/*.test.ts',
  'packages/server/real/*.test.ts',
  'test/**/*.test.ts',
] as const

/** With the real CLIs, each file in a network of its own. */
export const isReal = (file: string): boolean => matchesGlob(file, 'packages/server/real/*.test.ts')

/**
 * The files that take long, and when they run: `always`, or only when the tests are `thorough` (test/thorough.ts). The longest first: so they are
 * begun, and nobody has a long one left at the end. Files that are not named here are quick, and always run.
 *
 * Those that always run may still ask for less by hand: `thorough ? 8 : 3` says so where it happens, and suites with the real CLIs run codex.
 */
export const longFiles = {
  // With the real CLIs; by hand with codex.
  'packages/server/real/failures.test.ts': 'thorough',
  'packages/server/real/ending.test.ts': 'thorough',
  'packages/server/real/torture.test.ts': 'thorough',
  'packages/server/real/many.test.ts': 'thorough',
  'packages/server/real/tool-output.test.ts': 'thorough',
  'packages/server/real/conversation.test.ts': 'always',
  'packages/server/real/probe.test.ts': 'thorough',
  'packages/server/real/evals.test.ts': 'thorough',
  'packages/server/real/traps.test.ts': 'thorough',
  'packages/server/real/budgets.test.ts': 'thorough',
  'packages/server/real/redirects.test.ts': 'thorough',
  'packages/server/real/gate.test.ts': 'thorough',
  'packages/server/real/secrets.test.ts': 'thorough',
  'packages/server/real/results.test.ts': 'always',
  'packages/server/real/recordings.test.ts': 'always',
  'packages/server/real/resume.test.ts': 'thorough',
  'packages/server/real/contract.test.ts': 'always',
  'packages/server/real/opencode.test.ts': 'thorough',
  'packages/server/real/claude.test.ts': 'thorough',
  'packages/server/real/qwen.test.ts': 'thorough',
  'packages/server/real/scripted-examples.test.ts': 'thorough',
  'packages/server/real/mcp.test.ts': 'thorough',
  'packages/server/real/mcp-inspector.test.ts': 'thorough',
  'packages/server/real/bench.test.ts': 'thorough',
  // Installs from npm, or runs the product as a whole many times.
  'packages/server/test/torture.test.ts': 'thorough',
  'packages/server/test/exec-torture.test.ts': 'thorough',
  'packages/server/test/faults.test.ts': 'thorough',
  'packages/server/test/torture-postgres.test.ts': 'thorough',
  'packages/server/test/ports.test.ts': 'thorough',
  'packages/server/test/e2e/exec-providers.test.ts': 'thorough',
  'packages/server/test/e2e/escape-srt.test.ts': 'thorough',
  // Burns time and memory until it is stopped.
  'packages/server/test/e2e/exec-limits.test.ts': 'thorough',
  'packages/server/test/e2e/exec-disk-walls.test.ts': 'thorough',
  'packages/server/test/e2e/noisy.test.ts': 'thorough',
  'packages/server/test/e2e/exec-remote.test.ts': 'thorough',
  'packages/server/test/child-limits.test.ts': 'thorough',
  'packages/server/test/e2e/disk-walls.test.ts': 'thorough',
  'packages/server/test/web-pictures.test.ts': 'thorough',
  // In a browser; by hand `web.test.ts` and `web-hostile.test.ts` stand for them.
  'packages/server/test/web-accessible.test.ts': 'thorough',
  'packages/server/test/web-first-steps.test.ts': 'thorough',
  'packages/server/test/web-forms.test.ts': 'thorough',
  'packages/server/test/web-packages.test.ts': 'thorough',
  'packages/server/test/web-questions.test.ts': 'thorough',
  'packages/server/test/web-restart.test.ts': 'thorough',
  'packages/server/test/web-deliveries.test.ts': 'thorough',
  'packages/server/test/web-actions.test.ts': 'thorough',
  'packages/server/test/web-pages.test.ts': 'thorough',
  'packages/server/test/web-evidence.test.ts': 'thorough',
  'packages/server/test/web-exec.test.ts': 'thorough',
  'packages/server/test/web-run.test.ts': 'thorough',
  'packages/server/test/client-page.test.ts': 'thorough',
  'packages/server/test/client-hostile.test.ts': 'thorough',
  'packages/server/test/web-smooth.test.ts': 'thorough',
  'test/fresh-clone.test.ts': 'thorough',
  'test/package.test.ts': 'thorough',
  'test/container-steps.test.ts': 'thorough',
  'test/seventh-engine.test.ts': 'thorough',
  'test/demo.test.ts': 'thorough',
  // Many megabytes, many readers, a disk without room.
  'packages/server/test/load.test.ts': 'thorough',
  'packages/server/test/e2e/full-disk.test.ts': 'thorough',
  'packages/server/test/e2e/streams.test.ts': 'thorough',
  'packages/server/test/e2e/artifacts.test.ts': 'thorough',
  'packages/server/test/e2e/bad-uploads.test.ts': 'thorough',
  'packages/server/test/e2e/reply-files.test.ts': 'thorough',
  // 10,000 requests; by hand a few hundred.
  'packages/server/test/e2e/hostile-requests.test.ts': 'always',
  // Stop and start a Postgres of their own, or race two servers on one; by hand `store-same` and a few of `overPostgres` stand for them.
  'packages/server/test/e2e/postgres.test.ts': 'thorough',
  'packages/server/test/store-away.test.ts': 'thorough',
  'packages/server/test/store-decisions.test.ts': 'thorough',
  // About one part each, ten seconds and more; by hand `npm test -- --changed` runs those that a change concerns.
  'packages/server/test/starter.test.ts': 'thorough',
  'packages/server/test/e2e/exec-jobs.test.ts': 'thorough',
  'packages/server/test/e2e/exec-services.test.ts': 'thorough',
  'test/bench.test.ts': 'thorough',
  'packages/server/test/e2e/temp-packages.test.ts': 'thorough',
  'packages/server/test/e2e/cleanup.test.ts': 'thorough',
  'test/generate.test.ts': 'thorough',
  'packages/server/test/e2e/exec-keys.test.ts': 'thorough',
  'packages/server/test/sdk-package.test.ts': 'thorough',
  'packages/server/test/gate.test.ts': 'thorough',
  'packages/server/test/e2e/evidence.test.ts': 'thorough',
  'packages/server/test/e2e/network-tools.test.ts': 'thorough',
  'packages/server/test/diagnostics.test.ts': 'thorough',
  'packages/server/test/engine-routes.test.ts': 'thorough',
  'packages/server/test/e2e/exec-jobs-restart.test.ts': 'thorough',
  'packages/server/test/e2e/mcp-conformance.test.ts': 'thorough',
  'packages/server/test/e2e/mcp-listen.test.ts': 'thorough',
  'packages/server/test/e2e/exec-old-nursery.test.ts': 'thorough',
  'packages/server/test/browser-events.test.ts': 'thorough',
  'packages/server/test/wild-skills.test.ts': 'thorough',
  'packages/server/test/e2e/project-limits.test.ts': 'thorough',
  'packages/server/test/e2e/escape-links.test.ts': 'thorough',
  'packages/server/test/deep-check.test.ts': 'thorough',
  'packages/server/test/e2e/iflow.test.ts': 'thorough',
  'packages/server/test/e2e/public-clients.test.ts': 'thorough',
  'packages/server/test/e2e/exec-query.test.ts': 'thorough',
  'packages/server/test/e2e/exec-output-limit.test.ts': 'thorough',
  'packages/server/test/e2e/repair.test.ts': 'thorough',
  'packages/server/test/e2e/fail-over.test.ts': 'thorough',
  'packages/server/test/e2e/recording.test.ts': 'thorough',
  'packages/server/test/e2e/evals-gate.test.ts': 'thorough',
  'packages/server/test/e2e/mcp-runs.test.ts': 'thorough',
  'packages/server/test/model-lists.test.ts': 'thorough',
  'packages/server/test/e2e/evals.test.ts': 'thorough',
  'packages/server/test/e2e/day-limits.test.ts': 'thorough',
  'packages/server/test/e2e/upload-races.test.ts': 'thorough',
  'packages/server/test/e2e/built-in-evals.test.ts': 'thorough',
  'packages/server/test/cli-evals.test.ts': 'thorough',
  'packages/server/test/cli-record.test.ts': 'thorough',
  'packages/server/test/web-evals.test.ts': 'thorough',
  'packages/server/test/verify-bundle.test.ts': 'thorough',
  // Hundreds of rounds of one race, or of one attack.
  'packages/server/test/e2e/auto-reply.test.ts': 'thorough',
  'packages/server/test/e2e/cancel-everywhere.test.ts': 'thorough',
  'packages/server/test/e2e/packages-switch.test.ts': 'thorough',
  'packages/server/test/e2e/exec-artifacts-races.test.ts': 'thorough',
  'packages/server/test/random-runs.test.ts': 'thorough',
  'packages/server/test/e2e/corrupt-talk.test.ts': 'thorough',
  'packages/server/test/e2e/fairness.test.ts': 'thorough',
  'packages/server/test/e2e/exec-network.test.ts': 'thorough',
  'packages/server/test/cli-past-jobs.test.ts': 'thorough',
  'packages/server/test/hostile-documents.test.ts': 'thorough',
  'packages/server/test/hostile-packages.test.ts': 'thorough',
  'packages/server/test/audit-reach.test.ts': 'thorough',
  'packages/server/test/e2e/escape.test.ts': 'thorough',
  'packages/server/test/e2e/packages-records.test.ts': 'thorough',
  'packages/server/test/e2e/webhooks-restart.test.ts': 'thorough',
  // The command line, each command in a process of its own.
  'packages/server/test/cli-jobs.test.ts': 'thorough',
  'packages/server/test/cli-exec.test.ts': 'thorough',
  'packages/server/test/engine-commands.test.ts': 'always',
  'packages/server/test/installer.test.ts': 'always',
  'packages/server/test/probe.test.ts': 'thorough',
  'packages/server/test/engine-login.test.ts': 'always',
  // Start servers and kill them, or many apps.
  'packages/server/test/e2e/restart.test.ts': 'always',
  'packages/server/test/e2e/engines.test.ts': 'always',
  'packages/server/test/prompt.test.ts': 'always',
  'packages/server/test/e2e/idempotency.test.ts': 'always',
  'packages/server/test/e2e/isolation.test.ts': 'always',
  'packages/server/test/sdk.test.ts': 'always',
  'packages/server/test/e2e/output.test.ts': 'always',
} as const satisfies Readonly<Record<string, 'always' | 'thorough'>>

const order: readonly string[] = Object.keys(longFiles)
const placeOf = (file: string): number =>
  order.includes(file) ? order.indexOf(file) : order.length + (/\/src\//.test(file) ? 1 : 0)

/** All test files in the order in which they are begun: those that start servers before those beside pure files. */
export const allFiles = (): string[] => globSync(suites).sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))

/** Whether a file runs by hand as well. */
export const isQuick = (file: string): boolean => (longFiles as Readonly<Record<string, string>>)[file] !== 'thorough'

/**
 * The files that run once more over Postgres (SKILL_RUNNER_TEST_DATABASE=postgres): every suite of the store, and of those over HTTP the ones
 * whose promises rest on what the database does. The others ask nothing of it that these do not. By hand only those of `always`.
 */
export const overPostgres = {
  // Every query and transaction of the store.
  'packages/server/test/store.test.ts': 'always',
  'packages/server/test/store-history.test.ts': 'thorough',
  'packages/server/test/store-webhooks.test.ts': 'thorough',
  'packages/server/test/migrations.test.ts': 'always',
  'packages/server/test/e2e/evals.test.ts': 'thorough',
  'packages/server/test/webhook-sender.test.ts': 'thorough',
  // Rows after a kill: what was told is there, what was not is not.
  'packages/server/test/e2e/restart.test.ts': 'thorough',
  'packages/server/test/e2e/exec-jobs-restart.test.ts': 'thorough',
  'packages/server/test/e2e/webhooks-restart.test.ts': 'thorough',
  // Check, then act: keys, limits, places, versions.
  'packages/server/test/e2e/idempotency.test.ts': 'thorough',
  'packages/server/test/e2e/exec-keys.test.ts': 'thorough',
  'packages/server/test/e2e/limits.test.ts': 'thorough',
  'packages/server/test/e2e/fairness.test.ts': 'thorough',
  'packages/server/test/e2e/project-limits.test.ts': 'thorough',
  'packages/server/test/day-use.test.ts': 'thorough',
  'packages/server/test/e2e/day-limits.test.ts': 'thorough',
  // A receipt in the transaction that ends its run.
  'packages/server/test/e2e/receipts.test.ts': 'thorough',
  'packages/server/test/e2e/exec-places.test.ts': 'thorough',
  'packages/server/test/e2e/packages.test.ts': 'thorough',
  'packages/server/test/e2e/packages-records.test.ts': 'thorough',
  'packages/server/test/e2e/project-skills.test.ts': 'thorough',
  'packages/server/test/e2e/vendor-skills.test.ts': 'thorough',
  // Compare and set: one of two wins.
  'packages/server/test/moves.test.ts': 'thorough',
  'packages/server/test/e2e/cancel.test.ts': 'thorough',
  'packages/server/test/e2e/replies.test.ts': 'thorough',
  'packages/server/test/e2e/auto-reply.test.ts': 'thorough',
  'packages/server/test/e2e/upload-races.test.ts': 'thorough',
  'packages/server/test/e2e/exec-artifacts-races.test.ts': 'thorough',
  'packages/server/test/e2e/exec-cancel-reason.test.ts': 'thorough',
  'packages/server/test/e2e/conversation.test.ts': 'thorough',
  // Rows that wait for files, and take another run in the place of their own.
  'packages/server/test/e2e/uploads.test.ts': 'thorough',
  'packages/server/test/e2e/create-then-upload.test.ts': 'thorough',
  'packages/server/test/e2e/cache.test.ts': 'thorough',
  'packages/server/test/e2e/temp-runs.test.ts': 'thorough',
  'packages/server/test/e2e/temp-packages.test.ts': 'thorough',
  'packages/server/test/e2e/reply-files.test.ts': 'thorough',
  // Lists, searches, pages and sweeps.
  'packages/server/test/e2e/history.test.ts': 'thorough',
  'packages/server/test/e2e/projects-apart.test.ts': 'thorough',
  'packages/server/test/e2e/upkeep.test.ts': 'thorough',
  'packages/server/test/e2e/management.test.ts': 'thorough',
  'packages/server/test/e2e/cleanup.test.ts': 'thorough',
  'packages/server/test/e2e/admin-audit.test.ts': 'thorough',
  'packages/server/test/e2e/webhooks.test.ts': 'thorough',
  'packages/server/test/e2e/reaper.test.ts': 'thorough',
  'packages/server/test/e2e/profiles.test.ts': 'thorough',
  'packages/server/test/e2e/readiness.test.ts': 'thorough',
  // Sessions, tasks, step jobs and artifacts.
  'packages/server/test/e2e/exec.test.ts': 'thorough',
  'packages/server/test/e2e/exec-jobs.test.ts': 'thorough',
  'packages/server/test/e2e/exec-artifacts.test.ts': 'thorough',
} as const satisfies Readonly<Record<string, 'always' | 'thorough'>>
