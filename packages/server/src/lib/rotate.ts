import { closeSync, fstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from './make-folder.ts'
import { codeOf } from './thrown.ts'

interface RotationRules {
  readonly file: string
  readonly maxBytes: number
  readonly backupCount: number
  /** Told once when the file stops being writable, and once when it is again. */
  readonly onTrouble: (message: string) => void
  readonly retryMs?: number
}

/**
 * A log file that is renamed to .1, .2, … when it is full. Each line is written before write() returns (1 µs into the page cache),
 * so that the last line before a crash is there; and no trouble with the disk ever reaches the one who logs.
 */
export class RotatingFile {
  readonly #rules: RotationRules
  #fd: number | null = null
  #size = 0
  #brokenAt: number | null = null

  constructor(rules: RotationRules) {
    this.#rules = rules
    this.#guard(() => this.#open())
  }

  write(line: string): void {
    if (this.#brokenAt !== null && performance.now() - this.#brokenAt < (this.#rules.retryMs ?? 10_000)) return
    this.#guard(() => {
      const bytes = Buffer.from(line)
      if (this.#fd === null) this.#open()
      if (this.#size > 0 && this.#size + bytes.length > this.#rules.maxBytes) this.#rotate()
      this.#append(bytes)
    })
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd)
    this.#fd = null
  }

  #open(): void {
    makeFolder(dirname(this.#rules.file))
    this.#fd = openSync(this.#rules.file, 'a', 0o600)
    this.#size = fstatSync(this.#fd).size
  }

  #append(bytes: Buffer): void {
    if (this.#fd === null) return
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#fd, bytes, done)
    this.#size += bytes.length
  }

  #rotate(): void {
    const { file, backupCount } = this.#rules
    this.close()
    rmSync(backupCount === 0 ? file : `${file}.${backupCount}`, { force: true })
    for (let number = backupCount - 1; number >= 1; number -= 1) renameIfThere(`${file}.${number}`, `${file}.${number + 1}`)
    if (backupCount > 0) renameIfThere(file, `${file}.1`)
    this.#open()
  }

  #guard(action: () => void): void {
    try {
      action()
      if (this.#brokenAt !== null && this.#fd !== null)
        this.#rules.onTrouble(`The log file ${this.#rules.file} can be written again.`)
      this.#brokenAt = null
    } catch (error) {
      const reason = codeOf(error) || String(error)
      if (this.#brokenAt === null)
        this.#rules.onTrouble(`The log file ${this.#rules.file} is not writable (${reason}); logging continues without it.`)
      this.#brokenAt = performance.now()
      this.#letGo()
    }
  }

  #letGo(): void {
    try {
      this.close()
    } catch {
      this.#fd = null
    }
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}
