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
  'packages/server/real/failures.test.ts': 'thorough',
  'packages/server/real/ending.test.ts': 'thorough',
  'packages/server/real/torture.test.ts': 'thorough',
  'packages/server/real/many.test.ts': 'thorough',
  'packages/server/real/probe.test.ts': 'thorough',
  'packages/server/real/traps.test.ts': 'thorough',
  'packages/server/real/redirects.test.ts': 'thorough',
  'packages/server/real/gate.test.ts': 'thorough',
  'packages/server/real/secrets.test.ts': 'thorough',
  'packages/server/real/bench.test.ts': 'thorough',
  'packages/server/real/claude.test.ts': 'thorough',
  'packages/server/real/opencode.test.ts': 'thorough',
  'packages/server/real/qwen.test.ts': 'thorough',
  'packages/server/real/resume.test.ts': 'thorough',
  'packages/server/real/conversation.test.ts': 'always',
  'packages/server/real/results.test.ts': 'always',
  'packages/server/real/contract.test.ts': 'thorough',
} as const satisfies Readonly<Record<string, 'always' | 'thorough'>>

const order: readonly string[] = Object.keys(longFiles)
const placeOf = (file: string): number => (order.includes(file) ? order.indexOf(file) : order.length)

/** All test files in the order in which they are begun. */
export const allFiles = (): string[] => globSync(suites).sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))

/** Whether a file runs by hand as well. */
export const isQuick = (file: string): boolean => (longFiles as Readonly<Record<string, string>>)[file] !== 'thorough'
