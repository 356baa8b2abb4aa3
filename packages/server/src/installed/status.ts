import { mkdir } from 'node:fs/promises'
import { isLocked } from '../lib/file-lock.ts'
import { replaceFile } from '../workspace/replace-file.ts'
import type { CardChange } from './card.ts'
import type { EngineLayout, InstalledLayout } from './layout.ts'
import { isTable, readJsonFile } from './record.ts'

export type InstallAction = 'install' | 'upgrade' | 'probe'
type InstallStep = 'waiting' | 'resolving' | 'downloading' | 'probing' | 'done'

/** How the last installation of an engine goes or went. Its texts name no path of the host and no registry. */
export interface InstallStatus {
  readonly state: 'idle' | 'running' | 'succeeded' | 'failed'
  /** Null: nothing was ever asked for. */
  readonly action: InstallAction | null
  /** Null: not known yet. */
  readonly version: string | null
  readonly step: InstallStep
  /** On disk so far. */
  readonly bytes: number
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly error: string | null
  /** What the version does otherwise than the one that was in use; null: they were not compared. */
  readonly changes: readonly CardChange[] | null
  /** The last lines of npm. */
  readonly outputTail: readonly string[]
}

export const idle: InstallStatus = {
  state: 'idle',
  action: null,
  version: null,
  step: 'done',
  bytes: 0,
  startedAt: null,
  finishedAt: null,
  error: null,
  changes: null,
  outputTail: [],
}

export const cutOff = (status: InstallStatus): InstallStatus => ({ ...status, state: 'failed', error: 'It was cut off.' })

/** As the file tells it: one that says it is under way, while nobody holds the lock, was cut off. */
export function readStatus(layout: InstalledLayout, engine: string): InstallStatus {
  const status = readStatusFile(layout.engine(engine))
  return status.state === 'running' && !isLocked(layout.lock) ? cutOff(status) : status
}

export function readStatusFile({ status: file }: EngineLayout): InstallStatus {
  const value = readJsonFile(file)
  // Earlier releases kept no changes.
  return isTable(value) && isStatus(value) ? { ...idle, ...(value as unknown as InstallStatus) } : idle
}

/** Only for who holds the lock. */
export async function writeStatus({ root, status: file }: EngineLayout, status: InstallStatus): Promise<void> {
  await mkdir(root, { recursive: true })
  await replaceFile(root, file, JSON.stringify(status))
}

const kinds = {
  state: ['string'],
  action: ['string', 'null'],
  version: ['string', 'null'],
  step: ['string'],
  bytes: ['number'],
  startedAt: ['string', 'null'],
  finishedAt: ['string', 'null'],
  error: ['string', 'null'],
} as const

const isStatus = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(kinds).every(([name, allowed]) => allowed.some((kind) => kind === kindOf(value[name]))) &&
  Array.isArray(value['outputTail'])

const kindOf = (value: unknown): string => (value === null ? 'null' : typeof value)
