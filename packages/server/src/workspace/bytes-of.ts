import { fstatSync } from 'node:fs'
import { Fault } from '../lib/fault.ts'
import { piecesOf } from '../lib/pieces.ts'
import { isRefusal } from '../lib/thrown.ts'
import { openFileInside } from './safe-path.ts'

/** A file of a run of exactly so many bytes; null: there is none. */
export async function bytesOf(root: string, path: string, size: number): Promise<Buffer | null> {
  using file = openedOrNull(root, path)
  if (!file || fstatSync(file.fd).size !== size) return null
  const bytes = Buffer.alloc(size)
  let at = 0
  for await (const piece of piecesOf(file.fd)) {
    if (at + piece.length > size) return null
    at += piece.copy(bytes, at)
  }
  return at === size ? bytes : null
}

function openedOrNull(root: string, path: string) {
  try {
    return openFileInside(root, path)
  } catch (error) {
    if (error instanceof Fault || isRefusal(error)) return null
    throw error
  }
}
