import { mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * One setup at a time. The lock is a link that names its holders' process ids, made in one step; it is taken over
 * once all of them are gone. `share` adds a process that must be waited for as well: npm outlives a killed setup.
 */
export async function takeLock(path, waitMs = 600_000) {
  mkdirSync(dirname(path), { recursive: true })
  const deadline = Date.now() + waitMs
  for (let waited = false; !tryLink(String(process.pid), path); ) {
    const holders = holdersOf(path)
    if (holders === null) continue
    if (!holders.split('-').some(isAlive)) {
      removeDead(path, holders)
      continue
    }
    if (Date.now() > deadline) throw new Error(`Another setup does not end. End process ${holders}, or remove ${path}.`)
    if (!waited) console.error('Waiting for another setup to end …')
    waited = true
    await sleep(200)
  }
  return { release: () => rmSync(path, { force: true }), share: (pid) => replaceLink(`${process.pid}-${pid}`, path) }
}

function tryLink(text, path) {
  try {
    symlinkSync(text, path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function replaceLink(text, path) {
  const next = `${path}.${process.pid}`
  rmSync(next, { force: true })
  symlinkSync(text, next)
  renameSync(next, path)
}

function holdersOf(path) {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

function isAlive(pid) {
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  return !isZombie(pid)
}

/** In a container without an init nobody collects what has ended. */
function isZombie(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

/** Of several that see the same dead holder one moves the link away; who moved a living one's by mistake puts it back. */
function removeDead(path, holders) {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  const moved = holdersOf(aside)
  rmSync(aside, { force: true })
  if (moved !== null && moved !== holders) tryLink(moved, path)
}
