import { spawn } from 'node:child_process'

const isRoot = process.getuid?.() === 0

/**
 * Starts a process that holds another one on its way out, and gives its pid: the first of a pid namespace cannot go before its second,
 * which nobody takes leave of, because its parent is outside and never looks.
 */
export function holdOneOnItsWayOut(): number {
  const rights = isRoot ? [] : ['--user', '--map-root-user']
  const script = 'sleep 0.1 & sleep 3600 & exec sleep 3600'
  const { pid = 0 } = spawn('unshare', [...rights, '--pid', 'sh', '-c', script], { stdio: 'ignore' })
  return pid
}
