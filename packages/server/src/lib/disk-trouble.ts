import { codeOf } from './thrown.ts'

type DiskTrouble = 'DISK_LOW' | 'DATA_NOT_WRITABLE' | 'DATABASE_CORRUPT'

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
  ['DATABASE_CORRUPT', 'DATABASE_CORRUPT'],
])

// SQLITE_FULL; SQLITE_READONLY, SQLITE_IOERR and SQLITE_CANTOPEN; and SQLITE_CORRUPT and SQLITE_NOTADB. The lower byte is the kind, the rest says where.
const full = 13
const notWritable = [8, 10, 14]
const corrupt = [11, 26]

function troubleOfDatabase(error: unknown): DiskTrouble | null {
  const { errcode } = error as { readonly errcode?: unknown }
  const kind = typeof errcode === 'number' ? errcode % 256 : 0
  if (kind === full) return 'DISK_LOW'
  if (corrupt.includes(kind)) return 'DATABASE_CORRUPT'
  return notWritable.includes(kind) ? 'DATA_NOT_WRITABLE' : null
}
