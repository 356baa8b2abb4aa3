import { codeOf } from './thrown.ts'

export type DiskTrouble = 'DISK_LOW' | 'DATA_NOT_WRITABLE'

/** What a write that failed says of our own disk; null: it failed for another reason. */
export function diskTroubleOf(error: unknown): DiskTrouble | null {
  const code = codeOf(error)
  if (code === 'ERR_SQLITE_ERROR') return troubleOfDatabase(error)
  return troubles.get(code) ?? null
}

const troubles: ReadonlyMap<string, DiskTrouble> = new Map([
  ['ENOSPC', 'DISK_LOW'],
  ['EDQUOT', 'DISK_LOW'],
  ['EROFS', 'DATA_NOT_WRITABLE'],
])

// SQLITE_FULL; and SQLITE_READONLY, SQLITE_IOERR and SQLITE_CANTOPEN. The lower byte is the kind, the rest says where.
const full = 13
const notWritable = [8, 10, 14]

function troubleOfDatabase(error: unknown): DiskTrouble | null {
  const { errcode } = error as { readonly errcode?: unknown }
  const kind = typeof errcode === 'number' ? errcode % 256 : 0
  if (kind === full) return 'DISK_LOW'
  return notWritable.includes(kind) ? 'DATA_NOT_WRITABLE' : null
}
