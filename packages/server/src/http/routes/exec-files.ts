import type { ExecRequest } from '@agent-skill-runner/contract/exec.ts'
import { type CreatedArtifact, createdOf, type FilesAsked, type FilesTaken, type OutputError } from '../../domain/exec-files.ts'
import { invalidRequest } from '../invalid-request.ts'

/** Inputs and outputs as a request has them. */
export function filesOf({ inputs = [], outputs = [] }: Pick<ExecRequest, 'inputs' | 'outputs'>): FilesAsked {
  for (const [index, { mount_path }] of inputs.entries())
    if (inputs.findIndex((input) => input.mount_path === mount_path) !== index)
      throw invalidRequest(`/inputs/${index}/mount_path`, 'is the place of another input', 'uniqueItems')
  return {
    inputs: inputs.map(({ artifact_id, mount_path }) => ({ artifactId: artifact_id, mountPath: mount_path })),
    outputs: outputs.map(({ path, save_as = null }) => ({ path, saveAs: save_as })),
  }
}

export const presentAsked = ({ inputs, outputs }: FilesAsked) => ({
  inputs: inputs.map(({ artifactId, mountPath }) => ({ artifact_id: artifactId, mount_path: mountPath })),
  outputs: outputs.map(({ path, saveAs }) => (saveAs === null ? { path } : { path, save_as: saveAs })),
})

export const presentTaken = (taken: FilesTaken) => presentFiles(createdOf(taken), taken.errors)

export const presentFiles = (created: readonly CreatedArtifact[], errors: readonly OutputError[]) => ({
  created_artifacts: created.map(({ artifactId, path, name, bytes, sha256 }) => ({
    artifact_id: artifactId,
    path,
    name,
    bytes,
    sha256,
  })),
  output_errors: errors.map(({ path, code, message }) => ({ path, code, message })),
})
