import { chownSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Puts a file in place as a whole, for its owner alone, and on the disk: readers see it as it was or as it is. */
export function putPrivateFile(file: string, text: string): void {
  const beside = `${file}.new`
  rmSync(beside, { force: true })
  writeFileSync(beside, text, { mode: 0o600, flag: 'wx', flush: true })
  giveToOwner(beside)
  renameSync(beside, file)
}

/** Root may change the folder of a server that runs as somebody else, and that has to read it. */
export function giveToOwner(file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(file))
  chownSync(file, uid, gid)
}
