import { readFile } from 'node:fs/promises'
import { codeOf } from '../lib/thrown.ts'

/** What a helper has written, whole; null: there is no such file. */
export async function readJson<T>(path: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
