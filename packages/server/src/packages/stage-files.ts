import { dirname, join } from 'node:path'
import { Fault } from '../lib/fault.ts'
import { makeFolder } from '../workspace/make-folder.ts'
import type { Part } from '../workspace/receive.ts'
import { tooLarge, writeUpload } from '../workspace/upload-file.ts'
import { isClutter, type PackageLimits, PackageNames, type StagedSkill, staged, takeArchive } from './stage.ts'

/** A skill that comes file by file, each named by its path from the folder of the skill on; or as one zip, which is taken like any package. */
export function stageFiles(staging: string, parts: AsyncIterable<Part>, limits: PackageLimits): Promise<StagedSkill> {
  return staged(staging, async (inside) => {
    const taking: Taking = { inside, limits, names: new PackageNames(), files: 0, left: limits.archiveBytes, hasArchive: false }
    for await (const part of parts) await take(taking, part)
    return {}
  })
}

interface Taking {
  readonly inside: string
  readonly limits: PackageLimits
  readonly names: PackageNames
  files: number
  left: number
  hasArchive: boolean
}

async function take(taking: Taking, part: Part): Promise<void> {
  const { filename = '', content } = part
  const isArchive = !filename.includes('/') && /(^|\.zip)$/i.test(filename)
  if (taking.hasArchive || (isArchive && taking.files > 0)) throw refused(filename, 'a zip comes alone: put all files into it')
  taking.hasArchive = isArchive
  taking.files += 1
  if (isArchive) await takeArchive(taking.inside, content, taking.limits)
  else await takeFile(taking, filename, content)
}

async function takeFile(taking: Taking, path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const { inside, limits, names } = taking
  const problem = names.add(path, 'file') ?? (path.includes('/') ? null : inNoFolder)
  if (problem) throw refused(path, problem)
  if (taking.files > limits.files) throw refused(path, `with it there are more than ${limits.files} files`)
  const tooMuch = () => tooLarge({ entry: shown(path), limit_bytes: limits.archiveBytes })
  if (isClutter(path)) return forget(content, taking.left, tooMuch)
  makeFolder(inside, dirname(path))
  const { size } = await writeUpload(join(inside, path), content, taking.left, tooMuch, {
    keptFreeBytes: limits.keptFreeBytes,
    isLasting: false,
  })
  taking.left -= size
}

const inNoFolder = 'it is in no folder: name every file by its path, such as my-skill/SKILL.md, or send one zip'

/** It has to be read before the next part comes. */
async function forget(content: AsyncIterable<Buffer>, most: number, tooMuch: () => Fault): Promise<void> {
  let size = 0
  for await (const piece of content) {
    size += piece.length
    if (size > most) throw tooMuch()
  }
}

const refused = (path: string, problem: string): Fault => new Fault('UPLOAD_INVALID', { entry: shown(path), problem })

// It comes from the caller and goes back to them.
const shown = (path: string): string => path.slice(0, 200)
