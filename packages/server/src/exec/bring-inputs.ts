import { randomBytes } from 'node:crypto'
import { chmodSync, constants, lchownSync, renameSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecInput } from '../domain/exec-files.ts'
import { Fault } from '../lib/fault.ts'
import { pathProblem } from '../lib/relative-path.ts'
import { codeOf } from '../lib/thrown.ts'
import { enterFolder, orRefuse } from '../workspace/enter-folder.ts'
import { newPrefix } from '../workspace/replace-file.ts'
import { noArtifact } from './artifact-files.ts'
import { findArtifact } from './artifacts.ts'
import type { ExecDeps } from './deps.ts'
import { type Stage, workplaceOf } from './launch.ts'

/** Before anything is made: whether all inputs are there, fit together, and have a place. */
export async function checkInputs(
  deps: Pick<ExecDeps, 'store' | 'limits'>,
  projectId: string,
  inputs: readonly ExecInput[],
): Promise<void> {
  let bytes = 0
  for (const { artifactId, mountPath } of inputs) {
    const problem = pathProblem(mountPath)
    if (problem) throw new Fault('PATH_INVALID', { path: mountPath.slice(0, 200), problem })
    bytes += (await findArtifact(deps, projectId, artifactId)).bytes
  }
  const limit = deps.limits.artifactsBytes
  if (bytes > limit) throw new Fault('INPUTS_TOO_LARGE', { bytes, limit_bytes: limit })
}

/**
 * Copies artifacts into the folder in which a command is about to run, owned by the user of the session. Commands before it may have put
 * links anywhere: none is followed. What is in the place of a file is replaced.
 */
export async function bringInputs(
  { layout }: Pick<ExecDeps, 'layout'>,
  stage: Stage,
  { workdir, inputs }: { readonly workdir: string; readonly inputs: readonly ExecInput[] },
  enter = enterFolder,
): Promise<void> {
  for (const { artifactId, mountPath } of inputs) {
    // Written where no command gets to, so that it has its owner before anybody can reach it; what a crash leaves there is swept.
    const beside = join(layout.execArtifacts, `${newPrefix}${randomBytes(8).toString('hex')}`)
    try {
      await copyFile(layout.execArtifact(artifactId), beside, constants.COPYFILE_EXCL).catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? noArtifact(artifactId) : error
      })
      chmodSync(beside, 0o644)
      if (stage.identity) lchownSync(beside, stage.identity.uid, stage.identity.gid)
      const { root, path } = workplaceOf(stage, workdir)
      const names = [...path, ...mountPath.split('/')]
      using folder = enter(root, names.slice(0, -1), stage.identity)
      orRefuse(mountPath, () => renameSync(beside, folder.place(names.at(-1) ?? '')))
    } finally {
      await rm(beside, { force: true })
    }
  }
}
