import { statSync } from 'node:fs'
import { codeOf } from './thrown.ts'

/** Changes with every change of a file that is always replaced as a whole. */
export function fileStamp(file: string): string {
  try {
    // An exception for every look would cost more than the look itself.
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
    return stat ? `${stat.ino} ${stat.mtimeNs} ${stat.size}` : ''
  } catch (error) {
    return codeOf(error)
  }
}
