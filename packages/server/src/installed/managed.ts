import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Cli } from '../engines/cli.ts'
import { byVersion } from '../engines/models.ts'
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
  readonly problem: string | null
}

/** Reads the small records of an engine; no program is started. */
export function readManaged(engine: string, cli: Cli, layout: EngineLayout): Managed {
  const all = versionsIn(layout).flatMap((version) => readInstallation(engine, version, cli, layout) ?? [])
  const version = currentVersion(layout)
  const install = installCommand(engine)
  if (version === null) return { installation: null, all, problem: `It is not installed. Install it: ${install}` }
  const installation = all.find((one) => one.version === version) ?? null
  const problem = installation ? null : `Version ${version} is damaged. Install it again: ${install} --version ${version}`
  return { installation, all, problem }
}

export const installCommand = (engine: string): string => `./skill-runner engine install ${engine}`

/** Null: it is not there, or not whole. */
export function readInstallation(engine: string, version: string, cli: Cli, layout: EngineLayout): Installation | null {
  const record = readRecord(layout.record(version))
  if (record === null) return null
  const { path, runBy, pages } = record
  const folder = join(layout.version(version), record.folder)
  if (sizeOf(join(folder, path)) !== record.size) return null
  return { engine, version, folder, path, runBy, capabilities: cli.capabilities(pages), source: 'managed' }
}

/** Tells whether another one has been made current: the file is always replaced, never changed. */
export function stampOf({ current }: EngineLayout): string {
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

function currentVersion({ current }: EngineLayout): string | null {
  try {
    const version = readFileSync(current, 'utf8').trim()
    return isExactVersion(version) ? version : null
  } catch {
    return null
  }
}

function sizeOf(program: string): number | null {
  const found = statSync(program, { throwIfNoEntry: false })
  return found?.isFile() ? found.size : null
}
