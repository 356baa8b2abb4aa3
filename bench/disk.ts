import { closeSync, fdatasyncSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, percentile } from './figures.ts'
import type { TreeBench } from './measurements.ts'

/** What the disk takes for a durable write and for a new file: several of both are in every run, so they stand next to the other figures. */
export async function measureDisk({ place, count }: TreeBench): Promise<Figure[]> {
  const folder = place.fresh()
  const synced = syncTimes(join(folder, 'synced'), count(200))
  // Where much was deleted within the last minutes, ext4 takes up to 1 ms instead of 0.02: it looks past every inode that was in use so recently.
  const made = makeTimes(folder, count(200))
  return [
    { id: 'disk.fdatasync.p50', what: '4 KiB written and synced', values: synced, unit: 'ms' },
    { id: 'disk.fdatasync.p95', what: '4 KiB written and synced, p95', values: [percentile(synced, 95)], unit: 'ms' },
    { id: 'disk.make.p50', what: 'a new folder with a file in it', values: made, unit: 'ms' },
  ]
}

function syncTimes(path: string, count: number): number[] {
  const file = openSync(path, 'w')
  const block = Buffer.alloc(4096, 'x')
  const times: number[] = []
  try {
    for (let i = 0; i < count; i++) {
      const began = performance.now()
      writeSync(file, block)
      fdatasyncSync(file)
      times.push(performance.now() - began)
    }
  } finally {
    closeSync(file)
  }
  return times
}

function makeTimes(parent: string, count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const began = performance.now()
    const folder = join(parent, String(index))
    mkdirSync(folder)
    writeFileSync(join(folder, 'file'), 'x')
    return performance.now() - began
  })
}
