import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { isTerminal, type Run } from '../domain/run.ts'
import type { Hashed } from '../lib/hash-file.ts'
import { messageOf } from '../lib/thrown.ts'
import { digestProblem, readDigests } from '../workspace/digests.ts'
import type { Layout, RunLayout } from '../workspace/layout.ts'
import { readManifest } from '../workspace/manifest.ts'

/** One damaged file of a run. */
export interface Damage {
  readonly path: string
  readonly problem: string
}

/** Whether the events, logs and artifacts of a run still hold what was written. Nothing is changed. */
export async function inspectRun(layout: Layout, run: Run): Promise<Damage[]> {
  const files = layout.run(run.id)
  const checks = isTerminal(run.state) ? [checkDigests, checkArtifacts] : [checkEvents]
  const found: Damage[] = []
  for (const check of checks) found.push(...(await check(files, run)))
  return found
}

/** By their digests; files of runs without digests by their format. */
async function checkDigests(files: RunLayout, run: Run): Promise<Damage[]> {
  const digests = await read(() => readDigests(files))
  if (typeof digests === 'string') return [{ path: '.audit/digests.json', problem: digests }]
  return digests === null ? checkEvents(files, run) : damagesOf(files, Object.entries(digests))
}

async function checkArtifacts(files: RunLayout): Promise<Damage[]> {
  const manifest = await read(() => readManifest(files.root))
  if (typeof manifest === 'string') return [{ path: 'manifest.json', problem: manifest }]
  return damagesOf(
    files,
    (manifest ?? []).map((entry) => [entry.path_rel, entry]),
  )
}

async function damagesOf({ root }: RunLayout, files: readonly (readonly [path: string, digest: Hashed])[]): Promise<Damage[]> {
  const found: Damage[] = []
  for (const [path, digest] of files) {
    const problem = await digestProblem(root, path, digest)
    if (problem !== null) found.push({ path, problem })
  }
  return found
}

/** The content, or why it cannot be read. */
async function read<T>(reading: () => Promise<T>): Promise<T | string> {
  try {
    return await reading()
  } catch (error) {
    return messageOf(error)
  }
}

/** Up to the commit point: whole lines of JSON, numbered without a gap. */
async function checkEvents(files: RunLayout, { attempt, committed }: Run): Promise<Damage[]> {
  const last = [
    { path: files.events(attempt, 'rasp'), bytes: committed.raspBytes },
    { path: files.events(attempt, 'fcmp'), bytes: committed.fcmpBytes },
  ]
  const found: Damage[] = []
  for (const { path, bytes } of last) {
    const problem = attempt === 0 || bytes === 0 ? null : await eventsProblem(path, bytes)
    if (problem !== null) found.push({ path: path.slice(files.root.length + 1), problem })
  }
  return found
}

async function eventsProblem(path: string, bytes: number): Promise<string | null> {
  try {
    const { size } = await stat(path)
    if (size < bytes) return `has ${size} bytes of ${bytes} that were committed`
    return await linesProblem(path, bytes)
  } catch (error) {
    return messageOf(error)
  }
}

async function linesProblem(path: string, bytes: number): Promise<string | null> {
  let before: number | null = null
  let line = 0
  for await (const text of createInterface({ input: createReadStream(path, { end: bytes - 1 }) })) {
    line += 1
    const seq = seqOf(text)
    if (seq === null || (before !== null && seq !== before + 1)) return `line ${line} is not the event that should be there`
    before = seq
  }
  return null
}

function seqOf(text: string): number | null {
  try {
    const { seq } = JSON.parse(text)
    return typeof seq === 'number' ? seq : null
  } catch {
    return null
  }
}
