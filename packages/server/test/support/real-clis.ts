import { fileURLToPath } from 'node:url'
import { codexCli } from '../../src/engines/codex/cli.ts'
import { geminiCli } from '../../src/engines/gemini/cli.ts'
import { openInstalling } from './installing.ts'

const clis = { codex: codexCli, gemini: geminiCli }

export interface Surroundings {
  readonly prefix: string
  readonly npmEnv: NodeJS.ProcessEnv
  readonly isCi: boolean
}

/** Kept between runs of the suite, by version; git does not see it. */
const usual: Surroundings = {
  prefix: fileURLToPath(new URL('../../../../.cache/engines', import.meta.url)),
  npmEnv: process.env,
  isCi: process.env['CI'] === 'true',
}

export interface RealCli {
  /** Why tests with the real program cannot run here; false: they can. */
  readonly skip: string | false
  /** What a server needs to find it. */
  readonly env: Readonly<Record<string, string>>
}

/**
 * The real CLI in its pinned version, brought by our own installer; test files that need it at once wait for each other.
 * Where it cannot be had its tests are skipped by name, but not in CI: there they are what the suite is for.
 */
export async function realCli(engine: keyof typeof clis, { prefix, npmEnv, isCi }: Surroundings = usual): Promise<RealCli> {
  const env = { SKILL_RUNNER_NPM_PREFIX: prefix }
  await using installing = await openInstalling({ prefix, clis, env: npmEnv })
  if (isThere(installing, engine)) return { skip: false, env }
  const { done } = await installing.installer.start({ action: 'install', engine }, { wait: true })
  const { state, error } = await done
  if (state === 'succeeded') return { skip: false, env }
  const reason = `${engine} ${clis[engine].pinned} could not be installed: ${error}`
  if (isCi) throw new Error(reason)
  return { skip: reason, env }
}

type Installing = Awaited<ReturnType<typeof openInstalling>>

const isThere = ({ installations }: Installing, engine: keyof typeof clis): boolean =>
  installations().current(engine)?.version === clis[engine].pinned && installations().problem(engine) === null
