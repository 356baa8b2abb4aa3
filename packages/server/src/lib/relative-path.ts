/** In bytes, as the system counts them. */
const longest = 4096

/** Why a path that somebody gave may not be joined to a folder of ours; null: it may. Whatever would need cleaning up is refused. */
export function pathProblem(relative: string): string | null {
  if (relative === '') return 'it is empty'
  if (Buffer.byteLength(relative) > longest) return `it is longer than ${longest} bytes`
  if (relative.includes('\0')) return 'it holds a NUL'
  if (relative.includes('\\')) return 'it holds a backslash'
  if (relative.startsWith('/') || /^[A-Za-z]:/.test(relative)) return 'it is absolute'
  const parts = relative.split('/')
  if (parts.includes('..')) return 'it holds ..'
  return parts.includes('.') || parts.includes('') ? 'it holds an empty part or a single dot' : null
}
