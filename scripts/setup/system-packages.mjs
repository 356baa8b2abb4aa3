import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runQuietly } from './run-quietly.mjs'

/** Installs the Debian packages that are missing where it can and may, else names them. It never stops a start. */
export async function ensureSystemPackages(programs) {
  const missing = Object.keys(programs).filter((name) => !isOnPath(programs[name]))
  const { install, line } = planSystemPackages(missing, {
    linux: process.platform === 'linux',
    root: process.getuid?.() === 0,
    apt: isOnPath('apt-get'),
    forbidden: !['', '0', 'false', 'no', 'off'].includes(process.env.SKILL_RUNNER_NO_SYSTEM_INSTALL ?? ''),
  })
  if (line) console.error(line)
  if (!install) return
  const reason = await aptInstall(missing)
  if (reason !== null)
    console.error(
      `apt-get could not install ${missing.join(', ')}: ${reason}. Going on without; the server says what it then refuses.`,
    )
}

/** What to do about missing packages, and the line that says so. */
export function planSystemPackages(missing, { linux, root, apt, forbidden }) {
  const names = missing.join(' ')
  if (!names || !linux) return { install: false, line: null }
  if (root && apt && !forbidden) {
    return {
      install: true,
      line: `Installing system packages with apt-get: ${names} (SKILL_RUNNER_NO_SYSTEM_INSTALL=1 prevents it) …`,
    }
  }
  return {
    install: false,
    line: `Missing system packages: ${names}. Without them there is no sandbox; install them as root: apt-get install ${names}`,
  }
}

/** Null when it worked, else what apt-get said last. A new machine has no package lists yet, hence the second try. */
async function aptInstall(names) {
  const options = ['-qq', '-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=120']
  const apt = (...args) => runQuietly(['apt-get', ...options, ...args], { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  const install = () => apt('install', '-y', '--no-install-recommends', ...names)
  const first = await install()
  if (first.status === 0) return null
  await apt('update')
  const second = await install()
  return second.status === 0 ? null : (second.stderr.trim().split('\n').at(-1) ?? '').replace(/\.$/, '')
}

function isOnPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}
