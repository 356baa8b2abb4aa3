import { closeSync, readdirSync, readFileSync } from 'node:fs'

/** O_CLOEXEC in the flags of an open file. */
const closeOnExec = 0o2000000

/**
 * Closes what the process that started us left open: our children would have it too, and could read a file that is not theirs.
 * What Node opened itself is closed for children already; the channel to the process that started us is spared.
 */
export function closeInherited(): void {
  const channel = Number(process.env['NODE_CHANNEL_FD'] ?? -1)
  for (const fd of openFiles()) if (fd > 2 && fd !== channel && isInherited(fd)) close(fd)
}

function openFiles(): number[] {
  try {
    return readdirSync('/proc/self/fd').map(Number)
  } catch {
    return []
  }
}

function isInherited(fd: number): boolean {
  try {
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0
  } catch {
    return false
  }
}

function close(fd: number): void {
  try {
    closeSync(fd)
  } catch {
    // It was the folder listing itself, or somebody closed it first.
  }
}
