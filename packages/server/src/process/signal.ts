/** A process that has ended already, or was never ours, is not reached, and that is fine. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // As above.
  }
}

export const signalGroup = (pid: number, name: NodeJS.Signals): void => signal(-pid, name)
