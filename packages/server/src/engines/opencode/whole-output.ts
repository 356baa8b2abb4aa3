/**
 * A plugin for opencode 1.18.33, which loses output in two places.
 *
 * It writes to a pipe in the background and leaves with exit code 0 before that is done: of a long answer the first 64 KiB arrive. Here a write
 * is done when it returns.
 *
 * It reads what a command prints in the background, and lets go of the reader when the streams of the command are
 * closed: what was read by then and not yet looked at is lost (its issue 36795), the end of 256 KiB in one of two calls. Here it is told that
 * they are closed when it has decoded every piece. The pieces are small, and it gets them one by one: so it has looked at all before the last,
 * and what is too long goes into its file early enough.
 */
export const wholeOutput = `
import { ChildProcess } from 'node:child_process'
import { writeSync } from 'node:fs'

const write = process.stdout.write
const pause = new Int32Array(new SharedArrayBuffer(4))

process.stdout.write = (text, ...more) => {
  const bytes = typeof text === 'string' && typeof more[0] !== 'string' ? Buffer.from(text) : text
  if (typeof bytes === 'string') return write.call(process.stdout, text, ...more)
  for (let at = 0; at < bytes.length; ) at += written(bytes, at)
  more.findLast((one) => typeof one === 'function')?.()
  return true
}

function written(bytes, at) {
  try {
    return writeSync(1, bytes, at)
  } catch (error) {
    if (error.code !== 'EAGAIN') throw error
    Atomics.wait(pause, 0, 0, 1)
    return 0
  }
}

const atOnce = 32 * 1024
const children = new WeakMap()
const pieces = new WeakMap()
const tell = ChildProcess.prototype.emit
const decode = TextDecoder.prototype.decode

ChildProcess.prototype.emit = function (name, ...news) {
  if (name === 'spawn' && this.spawnargs?.[1] === '-c') follow(this)
  return name === 'close' && children.has(this) ? hold(this, news) : tell.call(this, name, ...news)
}

TextDecoder.prototype.decode = function (piece, how) {
  pieces.get(piece)?.()
  return decode.call(this, piece, how)
}

function follow(child) {
  const state = { undecoded: new Set(), onProgress: () => {} }
  children.set(child, state)
  for (const stream of [child.stdout, child.stderr]) if (stream) giveOneByOne(stream, state)
}

function giveOneByOne(stream, state) {
  const read = stream.read
  let isGiven = false
  stream.read = (size) => {
    if (size !== undefined) return read.call(stream, size)
    if (isGiven) return (isGiven = false), null
    const piece = read.call(stream, Math.min(stream.readableLength, atOnce) || undefined)
    if (piece === null) return null
    isGiven = true
    state.undecoded.add(piece)
    pieces.set(piece, () => {
      state.undecoded.delete(piece)
      state.onProgress()
    })
    return piece
  }
}

/** Nobody decodes for a reader that was ended: five seconds without progress are enough. */
function hold(child, news) {
  const { undecoded } = children.get(child)
  const release = () => children.delete(child) && tell.call(child, 'close', ...news)
  const limit = setTimeout(release, 5000)
  const onProgress = () => {
    limit.refresh()
    if (undecoded.size > 0) return
    clearTimeout(limit)
    afterTurns(10, release)
  }
  children.get(child).onProgress = onProgress
  onProgress()
  return true
}

/** What is done with a piece begins right behind its decoding, some turns later at most. */
const afterTurns = (left, then) => (left === 0 ? then() : setImmediate(afterTurns, left - 1, then))

export const wholeOutput = async () => ({})
`
