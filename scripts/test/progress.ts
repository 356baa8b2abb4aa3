import type { Ended } from './reporter.ts'
import { closingLine, type Tally } from './tally.ts'

/** Without news for this long, it says what it is waiting for. */
const quietMs = 20_000

/** Tells while the tests run which file has ended, how many of all, and since when; failures at once. */
export class Progress implements Disposable {
  readonly #total: number
  readonly #began = performance.now()
  readonly #running = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  readonly #seconds = new Map<string, number>()

  constructor(total: number) {
    this.#total = total
    this.#timer = setInterval(() => this.#sayWhatRuns(), quietMs)
  }

  begin(file: string): void {
    this.#running.set(file, performance.now())
  }

  failed(file: string, { name }: Ended): void {
    this.#say(`FAILED  ${file}: ${name}`)
  }

  /** `output` is shown where something failed. */
  end(file: string, tally: Tally, output: readonly string[]): void {
    const seconds = this.#secondsOf(file)
    this.#running.delete(file)
    this.#seconds.set(file, Number(seconds))
    if (tally.failed > 0) console.log(output.join('\n'))
    this.#say(`${tally.failed > 0 ? 'FAILED' : 'passed'}  ${file}  ${closingLine(tally)}  ${seconds} s`)
    this.#timer.refresh()
  }

  #sayWhatRuns(): void {
    const files = [...this.#running.keys()].map((file) => `${file} (${this.#secondsOf(file)} s)`)
    this.#say(`running ${files.join(', ')}`)
  }

  #say(text: string): void {
    const seconds = Math.round((performance.now() - this.#began) / 1000)
    const elapsed = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    console.log(`[${elapsed} ${String(this.#seconds.size).padStart(String(this.#total).length)}/${this.#total}] ${text}`)
  }

  #secondsOf(file: string): string {
    return ((performance.now() - (this.#running.get(file) ?? 0)) / 1000).toFixed(1)
  }

  /** The last thing it says is where the time went. */
  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    const slowest = [...this.#seconds].sort(([, a], [, b]) => b - a).slice(0, 5)
    if (this.#total > 20) console.log(`slowest: ${slowest.map(([file, seconds]) => `${file} ${seconds} s`).join(', ')}`)
  }
}
