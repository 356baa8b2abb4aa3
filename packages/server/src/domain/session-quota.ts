import type { Exceeded } from './resource-limit.ts'

/** What a session may take of the disk; 0: as much as there is. */
export interface SessionLimits {
  readonly sessionBytes: number
  readonly sessionFiles: number
}

/** The limit of a session that it has exceeded; null: none. */
export function sessionExceeded(
  { bytes, files }: { readonly bytes: number; readonly files: number },
  { sessionBytes, sessionFiles }: SessionLimits,
): Exceeded | null {
  if (sessionBytes > 0 && bytes > sessionBytes) return { limit: 'session_bytes', allowed: sessionBytes, used: bytes }
  if (sessionFiles > 0 && files > sessionFiles) return { limit: 'session_files', allowed: sessionFiles, used: files }
  return null
}
