import { lstatSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { keptFree } from '../domain/disk-use.ts'
import {
  artifactName,
  type ExecArtifact,
  type ExecOutput,
  type FilesTaken,
  noFilesTaken,
  type OutputError,
  type OutputProblem,
} from '../domain/exec-files.ts'
import { instant } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import type { WhyNot } from '../lib/open-regular.ts'
import { pathProblem } from '../lib/relative-path.ts'
import { messageOf } from '../lib/thrown.ts'
import { mimeOf } from '../workspace/artifacts.ts'
import { openOrWhy } from '../workspace/safe-path.ts'
import { tooLarge } from '../workspace/upload-file.ts'
import { putArtifact } from './artifact-files.ts'
import type { ExecDeps } from './deps.ts'
import { type Stage, workplaceOf } from './launch.ts'

/** What is to be taken, and for whom. */
export interface Outputs extends Pick<ExecArtifact, 'projectId' | 'source' | 'sourceId'> {
  readonly workdir: string
  readonly outputs: readonly ExecOutput[]
}

type Place = Pick<Stage, 'session' | 'skillFolder'>
type Deps = Pick<ExecDeps, 'layout' | 'limits' | 'clock' | 'logger'>

/** A file that a command left. */
export interface LeftFile extends AsyncDisposable {
  readonly size: number
  /** It belongs to somebody else. */
  readonly isForeign: boolean
  pieces(): AsyncIterable<Buffer>
}

/** Opens a file by its path below the folder of the session, or of the skill. */
export type OpenLeft = (root: string, path: string) => Promise<LeftFile | WhyNot>

/** Those of a command that ran on this machine. */
export const takeOutputs = (deps: Deps, place: Place, asked: Outputs, open = openOrWhy): Promise<FilesTaken> =>
  takeFiles(deps, place, asked, async (root, path) => {
    const opened = await open(root, path)
    return typeof opened === 'string' ? opened : leftHere(opened, place)
  })

/**
 * Makes artifacts of files that a command left. Their rows are for the caller to write, together with the end of the command: until then a
 * crash leaves files that nobody knows, and they can be taken again. Never fails: what cannot be taken is listed.
 */
export async function takeFiles(
  deps: Deps,
  place: { readonly session: { readonly work: string }; readonly skillFolder: string },
  asked: Outputs,
  open: OpenLeft,
): Promise<FilesTaken> {
  let taken = noFilesTaken
  let left = deps.limits.artifactsBytes
  for (const output of asked.outputs) {
    const one = await takeOne(deps, place, asked, output, left, open).catch((error: unknown) => {
      deps.logger.error({ err: error, path: output.path }, 'cannot store an output of a command')
      return problem(output, 'failed', `the server could not store it: ${messageOf(error)}`)
    })
    if ('code' in one) taken = { ...taken, errors: [...taken.errors, one] }
    else {
      taken = { ...taken, artifacts: [...taken.artifacts, one] }
      left -= one.bytes
    }
  }
  return taken
}

async function takeOne(
  deps: Deps,
  place: Parameters<typeof takeFiles>[1],
  { workdir, projectId, source, sourceId }: Outputs,
  output: ExecOutput,
  left: number,
  open: OpenLeft,
): Promise<FilesTaken['artifacts'][number] | OutputError> {
  const { root, path } = workplaceOf(place, workdir)
  const whole = [...path, output.path].join('/')
  const wrong = pathProblem(output.path) ?? pathProblem(whole)
  if (wrong) return problem(output, 'outside', wrong)
  const opened = await open(root, whole)
  if (typeof opened === 'string') return problem(output, ...refusals[opened])
  await using file = opened
  if (file.isForeign) return problem(output, 'foreign', 'it is a second name of a file of somebody else')
  const put = await putFile(deps, file, left)
  if (typeof put === 'string') return problem(output, put, tooLargeFor(deps, put))
  const name = artifactName(output.saveAs ?? basename(output.path))
  const about = { projectId, source, sourceId, name, mime: await mimeOf(name), createdAt: instant(deps.clock) }
  return { ...put, ...about, path: output.path }
}

type TooLarge = 'too_large' | 'too_large_together'

/** Counted as it is read: it may grow meanwhile. */
async function putFile(deps: Deps, { size, pieces }: LeftFile, left: number) {
  const { artifactBytes, diskLowBytes } = deps.limits
  if (size > artifactBytes) return 'too_large'
  if (size > left) return 'too_large_together'
  const why: TooLarge = left < artifactBytes ? 'too_large_together' : 'too_large'
  try {
    const most = Math.min(artifactBytes, left)
    // As long as it would not be ended for the disk, what it leaves is taken.
    return await putArtifact(deps, pieces(), most, () => tooLarge({}), keptFree(diskLowBytes, 0))
  } catch (error) {
    if (error instanceof Fault && error.code === 'UPLOAD_TOO_LARGE') return why
    throw error
  }
}

const tooLargeFor = ({ limits }: Deps, why: TooLarge): string =>
  why === 'too_large'
    ? `an output may have ${limits.artifactBytes} bytes`
    : `all outputs together may have ${limits.artifactsBytes} bytes`

/** A hard link gives a file of another user a name in the session, where commands run without a sandbox: it is theirs all the same. */
async function leftHere(file: FileHandle, { session }: Place): Promise<LeftFile> {
  const { nlink, uid, size } = await file.stat()
  return {
    size,
    isForeign: nlink > 1 && uid !== lstatSync(session.work).uid,
    pieces: () => file.createReadStream({ autoClose: false, highWaterMark: 256 * 1024 }),
    [Symbol.asyncDispose]: () => file.close(),
  }
}

const problem = ({ path }: ExecOutput, code: OutputProblem, message: string): OutputError => ({ path, code, message })

const refusals: Readonly<Record<WhyNot, [OutputProblem, string]>> = {
  missing: ['missing', 'there is no such file'],
  directory: ['folder', 'it is a folder: name the files in it, or pack them into one'],
  link: ['link', 'it is a link, or leads through one'],
  special: ['special', 'it is not a regular file'],
  unreadable: ['unreadable', 'it may not be read'],
}
