import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../lib/thrown.ts'
import { limits as skillLimits } from '../skills/files.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { tooLarge, type UploadLimits, usualUploadLimits, writeUpload } from '../workspace/upload-file.ts'
import { type Names, UploadNames } from '../workspace/upload-names.ts'
import { invalidPackage, type PackageProblem } from './problems.ts'

/** A skill that lies in a folder of its own: whoever wants it moves it away, and what is left of it goes. */
export interface StagedSkill extends AsyncDisposable {
  /** The one folder at the top of what came. */
  readonly folder: string
  readonly name: string
}

export interface StagedPackage extends StagedSkill {
  /** Of the archive as it came. */
  readonly sha256: string
}

export interface PackageLimits extends UploadLimits {
  /** Of the archive as it arrives; the others are about what is in it. */
  readonly archiveBytes: number
}

/** What the installer takes is what the registry reads: no more files and bytes than a skill folder may have. */
export const usualPackageLimits: PackageLimits = {
  ...usualUploadLimits,
  archiveBytes: 20 * 2 ** 20,
  totalBytes: skillLimits.bytes,
  fileBytes: skillLimits.bytes,
  files: skillLimits.files,
  ratioFloorBytes: 16 * 2 ** 20,
}

/** Takes an archive to disk as it comes, and unpacks it into a folder of its own below `staging`. Nothing stays when it is refused. */
export async function stagePackage(
  staging: string,
  content: AsyncIterable<Buffer>,
  limits: PackageLimits,
): Promise<StagedPackage> {
  return staged(staging, (inside) => takeArchive(inside, content, limits))
}

/** A folder of its own below `staging`, filled by somebody with a skill; gone again when that fails. */
export async function staged<Facts extends object>(
  staging: string,
  fill: (inside: string) => Promise<Facts>,
): Promise<StagedSkill & Facts> {
  const root = join(staging, randomBytes(8).toString('hex'))
  const dispose = () => removeTree(root)
  try {
    await makeStaging(staging)
    await mkdir(root, { mode: 0o700 })
    const inside = join(root, 'content')
    await mkdir(inside, { mode: 0o700 })
    const facts = await fill(inside)
    const name = await onlyFolder(inside)
    return { ...facts, folder: join(inside, name), name, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** The archive lies beside the folder that it is unpacked into. */
export async function takeArchive(
  inside: string,
  content: AsyncIterable<Buffer>,
  limits: PackageLimits,
): Promise<Pick<StagedPackage, 'sha256'>> {
  const archive = join(dirname(inside), 'package.zip')
  const tooMuch = () => tooLarge({ part: 'file', limit_bytes: limits.archiveBytes })
  const { sha256 } = await writeUpload(archive, content, limits.archiveBytes, tooMuch, {
    keptFreeBytes: limits.keptFreeBytes,
    isLasting: false,
  })
  const { unzip } = await import('../workspace/unzip.ts')
  await unzip(archive, inside, limits, {
    names: new PackageNames(),
    leavesOut: isClutter,
    keepsExecutables: true,
    isPassing: true,
  })
  await rm(archive)
  return { sha256 }
}

/** One after the other: of a disk that takes no writes, the call that makes all folders at once says that something is not there. */
async function makeStaging(staging: string): Promise<void> {
  await mkdir(dirname(staging), { recursive: true })
  await mkdir(staging, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
}

/** What macOS adds to every archive, and nobody ever asked for. */
const clutter = new Set(['__MACOSX', '.DS_Store'])

export const isClutter = (path: string): boolean => path.split('/').some((part) => clutter.has(part))

/** Nobody means to hand out the history of a skill, and sometimes it holds a password. */
export class PackageNames implements Names {
  readonly #names = new UploadNames()

  add(path: string, kind: 'file' | 'folder'): string | null {
    const problem = this.#names.add(path, kind)
    return problem ?? (path.split('/').includes('.git') ? 'a skill must not contain .git: leave it out' : null)
  }
}

async function onlyFolder(inside: string): Promise<string> {
  const top = await readdir(inside, { withFileTypes: true })
  const [folder, ...more] = top.filter((one) => one.isDirectory())
  if (folder && top.length === 1) return folder.name
  // With one folder only the rest is out of place; with several nobody can tell which is the skill.
  const outOfPlace = top.filter((one) => more.length > 0 || one !== folder)
  const problems = outOfPlace.map(
    ({ name }): PackageProblem => ({ entry: name, message: 'is at the top level, beside other entries' }),
  )
  throw invalidPackage([
    { entry: null, message: 'A package has exactly one folder at its top, which is the skill, and nothing beside it.' },
    ...problems.toSorted((a, b) => ((a.entry ?? '') < (b.entry ?? '') ? -1 : 1)),
  ])
}
