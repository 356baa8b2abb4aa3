import { join } from 'node:path'
import type { ExecTask } from '../domain/exec.ts'
import type { Stream } from '../domain/launch.ts'
import { bytesOfLog } from '../workspace/read-log.ts'
import type { ExecDeps } from './deps.ts'

/** Of one look. A line that is longer is looked at in pieces. */
const pieceBytes = 65_536
const newline = 0x0a

/** Looks through what a task prints for a line that fits a pattern, everything once: the last line of a look until it is whole. */
export class OutputSearch {
  readonly #deps: Pick<ExecDeps, 'layout' | 'fitsPattern'>
  readonly #task: ExecTask
  readonly #pattern: string
  readonly #seen: Record<Stream, number> = { stdout: 0, stderr: 0 }

  constructor(deps: Pick<ExecDeps, 'layout' | 'fitsPattern'>, task: ExecTask, pattern: string) {
    this.#deps = deps
    this.#task = task
    this.#pattern = pattern
  }

  /** Throws where the pattern takes too long. */
  async finds(): Promise<boolean> {
    return (await this.#findsIn('stdout')) || (await this.#findsIn('stderr'))
  }

  async #findsIn(stream: Stream): Promise<boolean> {
    const { layout, fitsPattern } = this.#deps
    const path = join(layout.execTask(this.#task.id), `${stream}.log`)
    for (;;) {
      const from = this.#seen[stream]
      const { bytes, to } = await bytesOfLog(path, from, Number.MAX_SAFE_INTEGER, pieceBytes)
      if (bytes.length === 0) return false
      if (await fitsPattern(this.#pattern, bytes.toString().split(/\r?\n/), this.#task)) return true
      // In bytes of the file: text that was decoded from broken ones is longer.
      const rest = bytes.length - (bytes.lastIndexOf(newline) + 1)
      const isWhole = to - from >= pieceBytes
      this.#seen[stream] = isWhole && rest === bytes.length ? to : to - rest
      if (!isWhole) return false
    }
  }
}
