import { lstatSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { keptFree } from '../domain/disk-use.ts'
import {
  artifactName,
  countedBytes,
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
import { artifactRoomOf } from './artifact-room.ts'
import type { ExecDeps } from './deps.ts'
import { type Stage, workplaceOf } from './launch.ts'

/** What is to be taken, and for whom. */
export interface Outputs extends Pick<ExecArtifact, 'projectId' | 'source' | 'sourceId'> {
  readonly workdir: string
  readonly outputs: readonly ExecOutput[]
}

type Place = Pick<Stage, 'session' | 'skillFolder'>
type Deps = Pick<ExecDeps, 'layout' | 'limits' | 'clock' | 'logger'> & {
  readonly store: Pick<ExecDeps['store'], 'execArtifacts'>
}

/** What outputs may still have. */
interface Left {
  readonly ofCommand: number
  readonly ofProject: number
}

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
  if (asked.outputs.length === 0) return noFilesTaken
  let taken = noFilesTaken
  const room = artifactRoomOf(deps, asked.projectId)
  for (const output of asked.outputs) {
    const taking = room.then((bytes) => takeOne(deps, place, asked, output, leftOf(deps, bytes, taken), open))
    const one = await taking.catch((error: unknown) => {
      deps.logger.error({ err: error, path: output.path }, 'cannot store an output of a command')
      return problem(output, 'failed', `the server could not store it: ${messageOf(error)}`)
    })
    if ('code' in one) taken = { ...taken, errors: [...taken.errors, one] }
    else taken = { ...taken, artifacts: [...taken.artifacts, one] }
  }
  return taken
}

/** `room`: what the project had before. */
const leftOf = ({ limits }: Deps, room: number, { artifacts }: FilesTaken): Left => ({
  ofCommand: artifacts.reduce((left, { bytes }) => left - bytes, limits.artifactsBytes),
  ofProject: artifacts.reduce((left, { bytes }) => left - countedBytes(bytes), room),
})

async function takeOne(
  deps: Deps,
  place: Parameters<typeof takeFiles>[1],
  { workdir, projectId, source, sourceId }: Outputs,
  output: ExecOutput,
  left: Left,
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

type TooLarge = 'too_large' | 'too_large_together' | 'project_full'

/** Counted as it is read: it may grow meanwhile. */
async function putFile(deps: Deps, { size, pieces }: LeftFile, { ofCommand, ofProject }: Left) {
  const { artifactBytes, diskLowBytes } = deps.limits
  if (size > artifactBytes) return 'too_large'
  if (size > ofCommand) return 'too_large_together'
  if (countedBytes(size) > ofProject) return 'project_full'
  const most = Math.min(artifactBytes, ofCommand, ofProject)
  const why: TooLarge = most === artifactBytes ? 'too_large' : most === ofCommand ? 'too_large_together' : 'project_full'
  try {
    // As long as it would not be ended for the disk, what it leaves is taken.
    return await putArtifact(deps, pieces(), most, () => tooLarge({}), keptFree(diskLowBytes, 0))
  } catch (error) {
    if (error instanceof Fault && error.code === 'UPLOAD_TOO_LARGE') return why
    throw error
  }
}

const tooLargeFor = ({ limits }: Deps, why: TooLarge): string =>
  ({
    too_large: `an output may have ${limits.artifactBytes} bytes`,
    too_large_together: `all outputs together may have ${limits.artifactsBytes} bytes`,
    project_full: `all artifacts of the project together may have ${limits.projectArtifactBytes} bytes: delete some`,
  })[why]

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
