import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../../src/lib/thrown.ts'

/** What such a disk is given out in. */
export const pageBytes = 4096

/** Why there is none here; null: there is. */
export const noSmallDisk =
  process.getuid?.() !== 0
    ? 'only root may mount a small disk'
    : spawnSync('unshare', ['--mount', '--propagation', 'private', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status !== 0
      ? 'this machine lets nobody mount a small disk'
      : null

/**
 * A folder whose `data` is a small disk of its own, in memory. It is mounted in a namespace that nobody else is in: the disks of
 * the machine are never touched, and whatever happens it is gone with the process that holds it.
 */
export async function openSmallDisk(size = '16m') {
  const folder = mkdtempSync(join(tmpdir(), 'asr-disk-'))
  const data = join(folder, 'data')
  mkdirSync(data)
  const script = 'mount -t tmpfs -o size="$1",mode=0700 tmpfs "$2" && echo mounted && exec cat'
  // It holds the namespace until its stdin closes, at the latest when we are gone.
  const holder = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', script, 'sh', size, data], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  const within = ['nsenter', `--mount=/proc/${holder.pid}/ns/mnt`, `--wd=${folder}`, '--']
  const seen = (...path: string[]) => join(`/proc/${holder.pid}/root`, data, ...path)
  const mount = (...args: string[]) => execFileSync('nsenter', [...within.slice(1), ...args])
  const filler = seen('filler')
  return {
    folder,
    /** Before the command of whoever is to see the disk. */
    within,
    /** A path on the disk, as it is seen from here. */
    path: seen,
    /** What lies beside the disk and, under it, in the folder that it is mounted on. */
    outside: () => [readdirSync(folder).toSorted(), readdirSync(data)],
    /** Leaves not one page; with `but` about that many bytes. */
    fill(but = 0): void {
      fill(filler)
      if (but > 0) execFileSync('truncate', ['--size', `-${but}`, filler])
    },
    free: () => rmSync(filler, { force: true }),
    /** From now on nothing can be opened for writing; what is open stays so, as no system lets go of files that are written to. */
    makeReadOnly(): void {
      mount('mount', '--bind', data, data)
      mount('mount', '-o', 'remount,bind,ro', data)
    },
    makeWritable: () => void mount('umount', data),
    async [Symbol.asyncDispose]() {
      holder.stdin.end()
      if (holder.exitCode === null) await once(holder, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The disk is small, and this stops where it ends. */
export function fill(file: string): void {
  const fd = openSync(file, 'a')
  try {
    for (const size of [64 * 1024, 512]) writeUntilFull(fd, Buffer.alloc(size, 1))
  } finally {
    closeSync(fd)
  }
}

function writeUntilFull(fd: number, piece: Buffer): void {
  try {
    for (;;) writeSync(fd, piece)
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC') throw error
  }
}
