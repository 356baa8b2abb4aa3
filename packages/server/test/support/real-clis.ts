import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testsEngine, thorough } from '../../../../test/thorough.ts'
import { claudeCli } from '../../src/engines/claude/cli.ts'
import { codexCli } from '../../src/engines/codex/cli.ts'
import { geminiCli } from '../../src/engines/gemini/cli.ts'
import { opencodeCli } from '../../src/engines/opencode/cli.ts'
import { qwenCli } from '../../src/engines/qwen/cli.ts'
import type { Clis } from '../../src/installed/installations.ts'
import { openInstalling } from './installing.ts'
import { inspectorCli } from './mcp-inspector.ts'

const clis = { claude: claudeCli, qwen: qwenCli, codex: codexCli, gemini: geminiCli, opencode: opencodeCli }

interface Surroundings {
  readonly prefix: string
  /** Those that are brought there; absent: the engines. */
  readonly clis?: Clis
  readonly npmEnv: NodeJS.ProcessEnv
  readonly isCi: boolean
}

/** Kept between runs of the suite, by version; git does not see it. */
const usual: Surroundings = {
  prefix: fileURLToPath(new URL('../../../../.cache/engines', import.meta.url)),
  npmEnv: process.env,
  isCi: thorough,
}

/** Other versions than the pinned ones, apart from them: those that are here must not become the ones in use. */
const others: Surroundings = { ...usual, prefix: fileURLToPath(new URL('../../../../.cache/other-engines', import.meta.url)) }

/** What is no engine, apart from them. */
const tools: Surroundings = {
  ...usual,
  prefix: fileURLToPath(new URL('../../../../.cache/tools', import.meta.url)),
  clis: { 'mcp-inspector': inspectorCli },
}

/** It has every flag that we need by its help, and does not start with them: it refuses settings that it does not know. */
export const olderCodex = '0.144.6'

export interface RealCli {
  /** Why tests with the real program cannot run here; false: they can. */
  readonly skip: string | false
  /** What a server needs to find it. */
  readonly env: Readonly<Record<string, string>>
}

/** The one CLI that cannot be had any more: a program of ours that keeps to what is known of it. */
const standIn: RealCli = {
  skip: false,
  env: { SKILL_RUNNER_IFLOW_BIN: fileURLToPath(new URL('../stand-ins/iflow.mjs', import.meta.url)) },
}

/**
 * The real CLI in its pinned version, brought by our own installer; test files that need it at once wait for each other.
 * Where it cannot be had its tests are skipped by name, but not in CI: there they are what the suite is for.
 */
export async function realCli(engine: keyof typeof clis | 'iflow', surroundings: Surroundings = usual): Promise<RealCli> {
  if (engine === 'iflow') return standIn
  return versionOf(engine, clis[engine].pinned, surroundings)
}

/** The program that such a CLI is started by. */
export async function realProgram(engine: keyof typeof clis | 'iflow'): Promise<{ path: string; runBy: 'node' | 'itself' }> {
  if (engine === 'iflow') return { path: standIn.env['SKILL_RUNNER_IFLOW_BIN'] ?? '', runBy: 'node' }
  const { path, runBy } = await programIn(usual, engine)
  return { path, runBy }
}

/** The command line of MCP Inspector, brought in the same way. It is tested where all engines are, or where `mcp-inspector` is named among them. */
export const realInspector = async (): Promise<Pick<RealCli, 'skip'>> =>
  testsEngine('mcp-inspector')
    ? versionOf('mcp-inspector', inspectorCli.pinned, tools)
    : { skip: 'MCP Inspector is tested by CI=true npm test' }

export const inspectorProgram = async (): Promise<string> => (await programIn(tools, 'mcp-inspector')).path

async function programIn({ prefix, clis: known = clis }: Surroundings, name: string) {
  await using installing = await openInstalling({ prefix, clis: known })
  const found = installing.installations().current(name)
  if (found === null) throw new Error(`${name} is not installed`)
  return { path: join(found.folder, found.path), runBy: found.runBy }
}

/** The same for suites that run by hand as well, where only some of the engines are tested. */
export const testedCli = async (engine: keyof typeof clis): Promise<RealCli> =>
  testsEngine(engine) ? realCli(engine) : { skip: `${engine} is tested by CI=true npm test`, env: {} }

/** The same for a version that is not pinned. */
export const otherCli = (engine: keyof typeof clis, version: string): Promise<RealCli> => versionOf(engine, version, others)

async function versionOf(engine: string, version: string, where: Surroundings): Promise<RealCli> {
  const { prefix, clis: known = clis, npmEnv, isCi } = where
  const env = { SKILL_RUNNER_NPM_PREFIX: prefix }
  await using installing = await openInstalling({ prefix, clis: known, env: npmEnv })
  if (isThere(installing, engine, version)) return { skip: false, env }
  const { done } = await installing.installer.start({ action: 'install', engine, version }, { wait: true })
  const { state, error } = await done
  if (state === 'succeeded') return { skip: false, env }
  const reason = `${engine} ${version} could not be installed: ${error}`
  if (isCi) throw new Error(reason)
  return { skip: reason, env }
}

type Installing = Awaited<ReturnType<typeof openInstalling>>

const isThere = ({ installations }: Installing, engine: string, version: string): boolean =>
  installations().current(engine)?.version === version && installations().problem(engine) === null
