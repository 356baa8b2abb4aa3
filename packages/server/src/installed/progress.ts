import type { EngineLayout } from './layout.ts'
import { neutral } from './neutral.ts'
import { type InstallStatus, writeStatus } from './status.ts'

/** How an installation tells of itself. */
export interface Progress {
  status(): InstallStatus
  /** From now on it is also told to other processes. Only for who holds the lock. */
  publish(): Promise<void>
  update(change: Partial<InstallStatus>): Promise<void>
  /** A line of npm; it reaches others with the next update. */
  say(line: string): void
}

const tailLines = 20

export function openProgress(files: EngineLayout, first: InstallStatus, onChange: (status: InstallStatus) => void): Progress {
  let status = first
  let isPublic = false
  // One write after the other, so that an older one never comes last.
  let writing: Promise<void> = Promise.resolve()
  const write = () => {
    // One that failed was told to whoever asked for it.
    if (isPublic) writing = writing.catch(() => {}).then(() => writeStatus(files, status))
    return writing
  }
  return {
    status: () => status,
    publish() {
      isPublic = true
      return write()
    },
    update(change) {
      status = { ...status, ...change }
      onChange(status)
      return write()
    },
    say(line) {
      if (line.trim() === '') return
      status = { ...status, outputTail: [...status.outputTail, neutral(line).slice(0, 500)].slice(-tailLines) }
      onChange(status)
    },
  }
}
