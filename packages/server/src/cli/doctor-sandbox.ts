import { readFileSync } from 'node:fs'
import { asRoot } from './doctor-check.ts'

/** The command against what the probe of the sandbox complained of; null: none is known. */
export function fixForSandbox(complaint: string): string | null {
  if (/bubblewrap is not installed/.test(complaint)) return asRoot('apt-get install -y bubblewrap')
  if (/setpriv/.test(complaint)) return asRoot('apt-get install -y util-linux')
  const closed = switches.find(({ file, closed }) => textOf(file) === closed)
  return closed && /User namespaces/.test(complaint) ? asRoot(`sysctl -w ${closed.fix}`) : null
}

/** What systems close user namespaces with. */
const switches = [
  {
    file: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    closed: '1',
    fix: 'kernel.apparmor_restrict_unprivileged_userns=0',
  },
  { file: '/proc/sys/kernel/unprivileged_userns_clone', closed: '0', fix: 'kernel.unprivileged_userns_clone=1' },
  { file: '/proc/sys/user/max_user_namespaces', closed: '0', fix: 'user.max_user_namespaces=28633' },
] as const

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}
