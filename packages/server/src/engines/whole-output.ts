/**
 * Node writes to a pipe behind the program's back: a CLI that calls `process.exit` leaves without what the pipe had no room for (64 KiB), and
 * with exit code 0. Writes that wait do not.
 *
 * It tells that a child has exited before it has read all that the child printed: signals are handled for all children at once. qwen 0.24.4
 * takes what it has then for the output of a command, and a command that prints and exits had none in 2 of 40 calls. So the news of the exit
 * waits until a whole turn of the loop has found nothing more to read; for a pipe that a background process keeps open nobody waits.
 */
const preload = `
import { ChildProcess } from 'node:child_process'
for (const { _handle } of [process.stdout, process.stderr]) _handle?.setBlocking?.(true)
const tell = ChildProcess.prototype.emit
const waiting = new WeakMap()
const readFrom = ({ stdout, stderr }) => (stdout?.bytesRead ?? 0) + (stderr?.bytesRead ?? 0)
const tellOfExit = (child) => {
  const news = waiting.get(child)
  waiting.delete(child)
  return news !== undefined && tell.call(child, 'exit', ...news)
}
const whenRead = (child, before) => setImmediate(() => {
  const now = readFrom(child)
  if (now === before) tellOfExit(child)
  else whenRead(child, now)
})
ChildProcess.prototype.emit = function (name, ...news) {
  if (name === 'exit' && (this.stdout || this.stderr)) {
    waiting.set(this, news)
    whenRead(this, -1)
    return true
  }
  if (name === 'close') tellOfExit(this)
  return tell.call(this, name, ...news)
}
`

/** Words for node that let a CLI lose nothing of what it prints, or of what its tools print. They change nothing for the tools themselves. */
export const wholeOutput: readonly string[] = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`]
