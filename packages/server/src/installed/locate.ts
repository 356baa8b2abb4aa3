import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path'
import { codeOf } from '../lib/thrown.ts'
import type { Installation } from './installations.ts'

/** A program that a person named, as it lies on the disk. */
export interface Located extends Pick<Installation, 'folder' | 'path' | 'runBy'> {
  /** Another one means another program, or another version of it. */
  readonly stamp: string
}

/** Where the program really is, and what has to be shown for it: all packages that it may need, or the folder it lies in. */
export function locate(program: string): Located | { readonly problem: string } {
  try {
    const real = realpathSync(program)
    const { size, mtimeMs } = statSync(real)
    const folder = outermostPackages(real) ?? dirname(real)
    return { folder, path: relative(folder, real), runBy: runnerOf(real), stamp: `${real} ${size} ${mtimeMs}` }
  } catch (error) {
    return { problem: `It cannot be read (${codeOf(error)}).` }
  }
}

function outermostPackages(path: string): string | null {
  const at = path.indexOf('/node_modules/')
  return at < 0 ? null : path.slice(0, at + '/node_modules'.length)
}

function runnerOf(path: string): 'node' | 'itself' {
  return /\.[cm]?js$/.test(basename(path)) || /^#!.*\bnode\b/.test(firstLineOf(path)) ? 'node' : 'itself'
}

function firstLineOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(128)
    return bytes.toString('latin1', 0, readSync(file, bytes)).split('\n', 1)[0] ?? ''
  } finally {
    closeSync(file)
  }
}
