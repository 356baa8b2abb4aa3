/** The code of what was thrown, such as ENOENT; empty where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
