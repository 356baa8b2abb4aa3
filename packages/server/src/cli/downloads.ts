import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Artifact, SkillRunner } from '@agent-skill-runner/sdk'
import { messageOf } from '../lib/thrown.ts'
import { UsageError } from './words.ts'

/** Brings the artifacts of a job into a folder, and tells where each lies now. */
export async function download(
  { jobs }: SkillRunner,
  id: string,
  artifacts: readonly Artifact[],
  folder: string,
): Promise<string[]> {
  const saved: string[] = []
  for (const { path } of artifacts) {
    const target = placeOf(folder, path)
    const { body } = await jobs.artifact(id, path)
    try {
      await mkdir(dirname(target), { recursive: true })
      await pipeline(body ? Readable.fromWeb(body) : Readable.from([]), createWriteStream(target))
    } catch (error) {
      throw new UsageError(`${target} cannot be written: ${messageOf(error)}`)
    }
    saved.push(target)
  }
  return saved
}

/** Below the folder, whatever a server says. */
function placeOf(folder: string, path: string): string {
  const root = resolve(folder)
  const place = resolve(root, path.replace(/^artifacts\//, ''))
  const way = relative(root, place)
  if (way === '' || way === '..' || way.startsWith('../') || isAbsolute(way))
    throw new UsageError(`The server names a file outside: ${path}`)
  return join(folder, way)
}
