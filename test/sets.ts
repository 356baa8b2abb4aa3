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
  'packages/server/real/traps.test.ts': 'thorough',
  'packages/server/real/redirects.test.ts': 'thorough',
  'packages/server/real/gate.test.ts': 'thorough',
  'packages/server/real/secrets.test.ts': 'thorough',
  'packages/server/real/results.test.ts': 'always',
  'packages/server/real/resume.test.ts': 'thorough',
  'packages/server/real/contract.test.ts': 'always',
  'packages/server/real/opencode.test.ts': 'thorough',
  'packages/server/real/claude.test.ts': 'thorough',
  'packages/server/real/qwen.test.ts': 'thorough',
  'packages/server/real/scripted-examples.test.ts': 'thorough',
  'packages/server/real/bench.test.ts': 'thorough',
  // Installs from npm, or runs the product as a whole many times.
  'packages/server/test/torture.test.ts': 'thorough',
  'test/fresh-clone.test.ts': 'thorough',
  'test/seventh-engine.test.ts': 'thorough',
  'test/demo.test.ts': 'thorough',
  // Many megabytes, many readers, a disk without room.
  'packages/server/test/load.test.ts': 'thorough',
  'packages/server/test/e2e/full-disk.test.ts': 'thorough',
  'packages/server/test/e2e/streams.test.ts': 'thorough',
  'packages/server/test/e2e/artifacts.test.ts': 'thorough',
  'packages/server/test/e2e/bad-uploads.test.ts': 'thorough',
  'packages/server/test/e2e/reply-files.test.ts': 'thorough',
  // Hundreds of rounds of one race, or of one attack.
  'packages/server/test/e2e/auto-reply.test.ts': 'thorough',
  'packages/server/test/e2e/cancel-everywhere.test.ts': 'thorough',
  'packages/server/test/e2e/packages-switch.test.ts': 'thorough',
  'packages/server/test/random-runs.test.ts': 'thorough',
  'packages/server/test/hostile-documents.test.ts': 'thorough',
  'packages/server/test/hostile-packages.test.ts': 'thorough',
  'packages/server/test/audit-reach.test.ts': 'thorough',
  'packages/server/test/e2e/packages-records.test.ts': 'thorough',
  'packages/server/test/e2e/webhooks-restart.test.ts': 'thorough',
  // The command line, each command in a process of its own.
  'packages/server/test/cli-jobs.test.ts': 'thorough',
  'packages/server/test/engine-commands.test.ts': 'always',
  'packages/server/test/installer.test.ts': 'always',
  'packages/server/test/probe.test.ts': 'always',
  'packages/server/test/engine-login.test.ts': 'always',
  // Start servers and kill them, or many apps.
  'packages/server/test/e2e/restart.test.ts': 'always',
  'packages/server/test/e2e/engines.test.ts': 'always',
  'packages/server/test/prompt.test.ts': 'always',
  'packages/server/test/e2e/idempotency.test.ts': 'always',
  'packages/server/test/e2e/isolation.test.ts': 'always',
  'packages/server/test/diagnostics.test.ts': 'always',
  'packages/server/test/engine-routes.test.ts': 'always',
  'packages/server/test/sdk.test.ts': 'always',
  'packages/server/test/sdk-package.test.ts': 'always',
  'packages/server/test/e2e/output.test.ts': 'always',
} as const satisfies Readonly<Record<string, 'always' | 'thorough'>>

const order: readonly string[] = Object.keys(longFiles)
const placeOf = (file: string): number =>
  order.includes(file) ? order.indexOf(file) : order.length + (/\/src\//.test(file) ? 1 : 0)

/** All test files in the order in which they are begun: those that start servers before those beside pure files. */
export const allFiles = (): string[] => globSync(suites).sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))

/** Whether a file runs by hand as well. */
export const isQuick = (file: string): boolean => (longFiles as Readonly<Record<string, string>>)[file] !== 'thorough'
