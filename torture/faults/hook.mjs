// Loaded into a server by `--import`, before anything of it: faults of files, rows and clock, at the edge to Node, when the torture says so.
// Plain JavaScript, as it runs before the server's own loader. Until a fault is asked for, every call goes straight through.

// Loaded into a server by `--import`, before anything of it: faults of files, rows and clock, at the edge to Node, when the torture says so.
// Plain JavaScript, as it runs before the server's own loader. Until a fault is asked for, every call goes straight through.
import fs, { readdirSync, readlinkSync } from 'node:fs'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { StatementSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** What is asked for now; null: nothing. `calls` counts those that could have been hit, `hits` those that were. */
let fault = null

function act({ begin, shiftClockMs, measure, look }) {
  if (begin !== undefined) {
    const told = { calls: fault?.calls ?? 0, hits: fault?.hits ?? 0 }
    fault = begin && { ...begin, random: randomOf(begin.seed), calls: 0, hits: 0 }
    return told
  }
  if (look) return { calls: fault?.calls ?? 0, hits: fault?.hits ?? 0 }
  if (shiftClockMs !== undefined) return shiftClock(shiftClockMs)
  return measure ? measured() : {}
}

/** Who keeps something keeps it after this. */
function measured() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return { bytes: heapUsed + external, descriptors: readdirSync('/proc/self/fd').length }
}

/** The time of day alone: timers go on as they do when a real clock is set. */
function shiftClock(ms) {
  const now = Date.now
  Date.now = () => now() + ms
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [Date.now()] : args, made),
    apply: () => new Date().toString(),
  })
  return {}
}

/** The same as torture/random.ts, which this cannot import. */
function randomOf(seed) {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Null: this call is left alone. */
function decide(isWrite, isRemoval = false) {
  if (fault === null || (!isWrite && !fault.reads)) return null
  fault.calls += 1
  const isHit = fault.from === undefined ? fault.random() < fault.share : fault.calls >= fault.from
  if (!isHit) return null
  const { codes, delayMs } = fault
  // What is removed needs no room.
  const fitting = isRemoval ? codes?.filter((code) => code !== 'ENOSPC') : codes
  if (fitting?.length === 0) return null
  fault.hits += 1
  return {
    code: fitting?.[Math.floor(fault.random() * fitting.length)],
    delayMs: delayMs ? 1 + Math.floor(fault.random() * delayMs) : 0,
  }
}

/** After a flush of the rows that failed the server takes nothing more until it is started again: that is a fault of its own. */
function decideOf(name, fd, writes) {
  const isFlush = name === 'fdatasync' && readlinkSync(`/proc/self/fd/${fd}`).endsWith('.db-wal')
  if (isFlush !== (fault.flushes === true)) return isFlush && fault.delayMs ? decide(writes) : null
  return decide(writes)
}

const isWriteFlag = (flags) =>
  flags !== undefined && flags !== 'r' && (typeof flags !== 'number' || (flags & 3) !== 0 || (flags & fs.constants.O_CREAT) !== 0)

/** By name, how a call tells what it is about: paths and descriptors; and whether it writes. */
const paths = {
  ...{ open: 'flags', mkdir: true, mkdtemp: true, rename: true, link: true, symlink: true, copyFile: true, cp: true },
  ...{
    writeFile: true,
    appendFile: true,
    truncate: true,
    chmod: true,
    chown: true,
    lchown: true,
    utimes: true,
    rm: true,
    unlink: true,
    rmdir: true,
  },
  ...{ readFile: false, readdir: false, opendir: false },
}
const removals = ['rm', 'unlink', 'rmdir', 'chmod', 'chown', 'lchown', 'utimes']
const descriptors = { write: true, writev: true, fsync: true, fdatasync: true, ftruncate: true, fchmod: true, read: false }
const ofHandles = {
  write: true,
  writev: true,
  writeFile: true,
  appendFile: true,
  sync: true,
  datasync: true,
  truncate: true,
  read: false,
  readFile: false,
}

const isOurs = (path) => fault !== null && typeof path === 'string' && (path === fault.data || path.startsWith(`${fault.data}/`))
const isOurPath = (first, second) => isOurs(pathOf(first)) || isOurs(pathOf(second))
const pathOf = (value) => (value instanceof URL ? value.pathname : Buffer.isBuffer(value) ? value.toString() : value)
function isOurDescriptor(fd) {
  try {
    return fault !== null && typeof fd === 'number' && isOurs(readlinkSync.call(fs, `/proc/self/fd/${fd}`))
  } catch {
    return false
  }
}

async function wrapFiles() {
  for (const [name, writes] of Object.entries(paths)) {
    const about = (args) =>
      !fault?.flushes && isOurPath(args[0], typeof args[1] === 'string' ? args[1] : undefined)
        ? decide(writes === 'flags' ? isWriteFlag(args[1]) : writes, removals.includes(name))
        : null
    wrapAll(name, about)
  }
  for (const [name, writes] of Object.entries(descriptors))
    wrapAll(name, (args) => (isOurDescriptor(args[0]) ? decideOf(name, args[0], writes) : null))
  await wrapHandles()
  syncBuiltinESMExports()
}

/** In all forms in which Node has it: with a callback, at once, and with a promise. */
function wrapAll(name, about) {
  if (fs[name]) replace(fs, name, (call) => withCallback(call, name, about))
  const sync = `${name}Sync`
  if (fs[sync]) replace(fs, sync, (call) => atOnce(call, name, about))
  if (fsPromises[name]) replace(fsPromises, name, (call) => withPromise(call, name, about))
}

function replace(owner, name, wrap) {
  const call = owner[name]
  const wrapped = wrap(call)
  // What promisify looks for is on the function.
  Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(call))
  owner[name] = wrapped
}

function withCallback(call, name, about) {
  return function (...args) {
    const done = args.at(-1)
    const hit = typeof done === 'function' ? about(args) : null
    if (!hit) return call.apply(this, args)
    const go = () => (hit.code ? done(errorOf(hit.code, name, args[0])) : call.apply(this, args))
    setTimeout(go, hit.delayMs)
  }
}

function atOnce(call, name, about) {
  return function (...args) {
    const hit = about(args)
    if (hit?.delayMs) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.min(hit.delayMs, 50))
    if (hit?.code) throw errorOf(hit.code, name, args[0])
    return call.apply(this, args)
  }
}

function withPromise(call, name, about) {
  return async function (...args) {
    const hit = about(args)
    if (hit) await new Promise((resolve) => setTimeout(resolve, hit.delayMs))
    if (hit?.code) throw errorOf(hit.code, name, args[0])
    return call.apply(this, args)
  }
}

/** Their class is not exported. */
async function wrapHandles() {
  const handle = await fsPromises.open('/dev/null')
  const { prototype } = handle.constructor
  await handle.close()
  for (const [name, writes] of Object.entries(ofHandles)) {
    const call = prototype[name]
    prototype[name] = async function (...args) {
      const hit = !fault?.flushes && isOurDescriptor(this.fd) ? decide(writes) : null
      if (hit) await new Promise((resolve) => setTimeout(resolve, hit.delayMs))
      if (hit?.code) throw errorOf(hit.code, name, this.fd)
      return call.apply(this, args)
    }
  }
}

function errorOf(code, syscall, what) {
  const where = typeof what === 'number' ? '' : ` '${pathOf(what)}'`
  return Object.assign(new Error(`${code}: brought about by the torture, ${syscall}${where}`), { code, syscall, errno: -5 })
}

const ofSqlite = {
  ENOSPC: [13, 'database or disk is full'],
  EIO: [10, 'disk I/O error'],
  EMFILE: [14, 'unable to open database file'],
  EROFS: [8, 'attempt to write a readonly database'],
}

/** A transaction that SQLite rolls back is over, whatever else fails. */
function wrapRows() {
  for (const name of ['run', 'get', 'all']) {
    const call = StatementSync.prototype[name]
    StatementSync.prototype[name] = function (...args) {
      const text = this.sourceSQL
      const isFree = fault === null || !fault.rows || /^\s*(rollback|savepoint|release)/i.test(text)
      const hit = isFree ? null : decide(!/^\s*(select|with)/i.test(text))
      if (hit?.delayMs) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.min(hit.delayMs, 50))
      if (!hit?.code) return call.apply(this, args)
      const [errcode, errstr] = ofSqlite[hit.code] ?? ofSqlite.EIO
      throw Object.assign(new Error(`${errstr} (brought about by the torture)`), { code: 'ERR_SQLITE_ERROR', errcode, errstr })
    }
  }
}

if (isMainThread && process.send) {
  await wrapFiles()
  wrapRows()
  process.on('message', (asked) => process.send({ answer: asked.id, ...act(asked) }))
  // The server decides how long its process lives.
  process.channel.unref()
}
