import { readFileSync } from 'node:fs'
import type { Entry } from '../engines/cli.ts'
import type { Probed } from './probe.ts'

/** What is kept of an installation, beside it. The pages are kept whole: what they mean is for the release that reads them to say. */
export interface InstallationRecord extends Probed, Entry {
  /** Of the program, in bytes: one that has changed is not what was probed. */
  readonly size: number
}

/** Null: there is none, or it is not one. */
export function readRecord(file: string): InstallationRecord | null {
  const value = readJsonFile(file)
  return isTable(value) && isProbed(value) && isEntry(value) && typeof value['size'] === 'number'
    ? (value as unknown as InstallationRecord)
    : null
}

/** Null: it is not there, or is no JSON. */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

type Table = Readonly<Record<string, unknown>>

export const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value)

export const isProbed = ({ version, pages }: Table): boolean =>
  typeof version === 'string' && Array.isArray(pages) && pages.every((page) => typeof page === 'string')

const isEntry = ({ folder, path, runBy }: Table): boolean =>
  typeof folder === 'string' && typeof path === 'string' && (runBy === 'node' || runBy === 'itself')
