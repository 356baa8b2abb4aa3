import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeLock } from './lock.mjs'
import { runQuietly } from './run-quietly.mjs'

const advice = 'Check the network and the registry of npm, then run the command again.'

/** `npm ci` in a folder, unless its stamp says that this very lock file was installed. True when it had to. */
export async function ensureInstalled(folder, what) {
  if (isInstalled(folder)) return false
  const lock = await takeLock(join('.cache', 'setup-lock'))
  try {
    if (isInstalled(folder)) return false // somebody else did it while we waited
    console.error(`Installing ${what} …`)
    await install(folder, what, lock)
    return true
  } finally {
    lock.release()
  }
}

function isInstalled(folder) {
  const stamp = stampFile(folder)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(lockFile(folder))
}

async function install(folder, what, lock) {
  const stamp = stampOf(lockFile(folder))
  rmSync(stampFile(folder), { force: true })
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline', '--fetch-retry-mintimeout=2000']
  const { status, stderr } = await runQuietly([...npm(), 'ci', ...options], { cwd: folder, onStart: lock.share })
  if (status !== 0) throw new Error(`npm could not install ${what}: ${reasonOf(stderr)}. ${advice}`)
  writeFileSync(stampFile(folder), stamp)
}

const stampFile = (folder) => join(folder, 'node_modules', '.skill-runner-stamp')
const lockFile = (folder) => readFileSync(join(folder, 'package-lock.json'))

/** Some packages hold binaries, so a folder copied to another kind of machine counts as not installed. */
export function stampOf(bytes) {
  return `${createHash('sha256').update(bytes).digest('hex')} ${process.platform} ${process.arch}\n`
}

/**
 * The npm that started us where there is one, so that both agree about settings and cache.
 * @returns {[string, ...string[]]}
 */
export function npm() {
  const path = process.env.npm_execpath
  return path?.endsWith('npm-cli.js') ? [process.execPath, path] : ['npm']
}

/** What npm said was the matter, in one line. */
export function reasonOf(stderr) {
  const lines = stderr.split('\n').map((line) => line.replace(/^npm (error|ERR!)/, '').trim())
  const code = lines.find((line) => line.startsWith('code '))?.slice(5)
  const said = lines.find((line) => line && !/^(code|errno|syscall|path|dest) /.test(line))
  return [code, said].filter(Boolean).join(', ').replace(/\.$/, '') || 'it gave no reason'
}
