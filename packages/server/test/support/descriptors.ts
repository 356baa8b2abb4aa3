import { readdirSync, readlinkSync } from 'node:fs'

/** The files below a folder that this process has open, as the kernel knows them. */
export function openFiles(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(`${folder}/`) ? [path] : []
    } catch {
      return []
    }
  })
}
