import { readFile } from 'node:fs/promises'
import type { ExecInput, FilesTaken } from '../domain/exec-files.ts'
import { Fault } from '../lib/fault.ts'
import { newId } from '../lib/ids.ts'
import { codeOf } from '../lib/thrown.ts'
import type { RemoteSandbox } from '../remote/sandbox.ts'
import { noArtifact } from './artifact-files.ts'
import type { ExecDeps } from './deps.ts'
import { workplaceOf } from './launch.ts'
import type { RemotePlaces } from './remote-launch.ts'
import { type LeftFile, type Outputs, takeFiles } from './take-outputs.ts'

/** Copies artifacts into the folder in which a command is about to run. */
export async function bringRemoteInputs(
  { layout }: Pick<ExecDeps, 'layout'>,
  sandbox: RemoteSandbox,
  places: RemotePlaces,
  { workdir, inputs }: { readonly workdir: string; readonly inputs: readonly ExecInput[] },
): Promise<void> {
  for (const { artifactId, mountPath } of inputs) {
    const bytes = await readFile(layout.execArtifact(artifactId)).catch((error: unknown) => {
      throw codeOf(error) === 'ENOENT' ? noArtifact(artifactId) : error
    })
    const { root, path } = workplaceOf(places, workdir)
    const isPlaced = await sandbox.placeFile(bytes, newId('art'), root, [...path, mountPath].join('/'))
    if (!isPlaced) throw new Fault('PATH_INVALID', { path: mountPath, problem: 'a link or a folder is in the way' })
  }
}

/** Makes artifacts of files that a command left in its sandbox. */
export const takeRemoteOutputs = (
  deps: ExecDeps,
  sandbox: RemoteSandbox,
  places: RemotePlaces,
  asked: Outputs,
): Promise<FilesTaken> =>
  takeFiles(deps, places, asked, async (root, path) => {
    const about = await sandbox.about(root, path)
    return typeof about === 'string' ? about : leftThere(sandbox, `${root}/${path}`, about.size)
  })

const leftThere = (sandbox: RemoteSandbox, path: string, size: number): LeftFile => ({
  size,
  isForeign: false,
  async *pieces() {
    for await (const piece of await sandbox.readFile(path)) yield Buffer.from(piece)
  },
  async [Symbol.asyncDispose]() {},
})
