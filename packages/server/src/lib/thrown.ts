/** The code of what was thrown, such as ENOENT; empty where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Descriptors, memory, disk: the next file would fare no better. */
const ofTheMachine = ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EDQUOT', 'EIO', 'EROFS']

/** The system refuses this one file or folder, whatever a child made of it: an answer. Trouble of the machine and bugs are none. */
export const isRefusal = (error: unknown): boolean => /^E[A-Z0-9]+$/.test(codeOf(error)) && !ofTheMachine.includes(codeOf(error))
