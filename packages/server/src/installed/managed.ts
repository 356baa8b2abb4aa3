import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Cli } from '../engines/cli.ts'
import { byVersion } from '../engines/models.ts'
import { withCard } from './card-file.ts'
import type { Installation } from './installations.ts'
import type { EngineLayout } from './layout.ts'
import { readRecord } from './record.ts'
import { isExactVersion } from './version.ts'

/** What we have installed of one engine. */
export interface Managed {
  /** The one in use; null: none, and `problem` says why. */
  readonly installation: Installation | null
  /** Newest first. */
  readonly all: readonly Installation[]
  /** The version that was in use before, where it is still there. */
  readonly previous: string | null
  readonly problem: string | null
}

/** Reads the small records of an engine; no program is started. */
export function readManaged(engine: string, cli: Cli, layout: EngineLayout): Managed {
  const all = versionsIn(layout).flatMap((version) => readInstallation(engine, version, cli, layout) ?? [])
  const version = versionIn(layout.current)
  const previous = previousVersion(layout, all)
  const install = installCommand(engine)
  if (version === null) return { installation: null, all, previous, problem: missingProblem(engine, cli) }
  const installation = all.find((one) => one.version === version) ?? null
  const problem = installation ? null : `Version ${version} is damaged. Install it again: ${install} --version ${version}`
  return { installation, all, previous, problem }
}

/** What there is to say of an engine that nobody has installed. */
export const missingProblem = (engine: string, { withdrawn }: Cli): string =>
  withdrawn === undefined
    ? `It is not installed. Install it: ${installCommand(engine)}`
    : `${withdrawn} To use a program that you have, name it in ${settingOf(engine)}.`

/** The setting that names a program of one's own. */
export const settingOf = (engine: string): string => `SKILL_RUNNER_${engine.toUpperCase()}_BIN`

export const installCommand = (engine: string): string => `./skill-runner engine install ${engine}`

/** Null: it is not there, or not whole. */
export function readInstallation(engine: string, version: string, cli: Cli, layout: EngineLayout): Installation | null {
  const record = readRecord(layout.record(version))
  if (record === null) return null
  const { path, runBy, pages } = record
  const folder = join(layout.version(version), record.folder)
  if (sizeOf(join(folder, path)) !== record.size) return null
  const bare = { engine, version, folder, path, runBy, capabilities: cli.capabilities(pages), source: 'managed' } as const
  return withCard(bare, layout.card(version))
}

/** Tells whether another one has been made current: the file is always replaced, never changed. */
export function stampOfCurrent({ current }: EngineLayout): string {
  const found = statSync(current, { throwIfNoEntry: false })
  return found ? `${found.ino} ${found.mtimeMs}` : ''
}

function versionsIn({ root }: EngineLayout): string[] {
  try {
    return readdirSync(root)
      .filter(isExactVersion)
      .sort((a, b) => byVersion(b, a))
  } catch {
    return []
  }
}

function previousVersion(layout: EngineLayout, all: readonly Installation[]): string | null {
  const version = versionIn(layout.previous)
  return version !== versionIn(layout.current) && all.some((one) => one.version === version) ? version : null
}

/** Of a file that holds a version and nothing else; null: it does not. */
export function versionIn(file: string): string | null {
  try {
    const version = readFileSync(file, 'utf8').trim()
    return isExactVersion(version) ? version : null
  } catch {
    return null
  }
}

function sizeOf(program: string): number | null {
  const found = statSync(program, { throwIfNoEntry: false })
  return found?.isFile() ? found.size : null
}
