import { type RaspDraft, warning } from '../events/rasp.ts'
import type { DeclaredArtifact } from '../skills/artifacts.ts'
import { rolesOf } from '../workspace/artifacts.ts'
import type { FileChange, FsDiff } from '../workspace/fs-diff.ts'

/** One event per file, up to this number; `fs-diff` lists all of them. */
const mostTold = 1000

/** Events about the files that an attempt made or changed where its results belong. */
export function toldArtifacts(diff: FsDiff, declared: readonly DeclaredArtifact[], most = mostTold): RaspDraft[] {
  const roleOf = rolesOf(declared)
  const told = (type: 'artifact.created' | 'artifact.changed', changes: readonly FileChange[]): RaspDraft[] =>
    changes.filter(isResult).map(({ path, size }) => ({ type, data: { path, role: roleOf(path), size }, artifact: path }))
  const all = [...told('artifact.created', diff.created), ...told('artifact.changed', diff.modified)]
  const more = all.length - most
  return more > 0 ? [...all.slice(0, most), notTold(more)] : all
}

const isResult = ({ kind, path }: FileChange): boolean => kind === 'file' && /^(artifacts|result)\//.test(path)

const notTold = (more: number): RaspDraft =>
  warning('ARTIFACTS_NOT_TOLD', `${more} more files were created or changed; fs-diff in the audit folder has them all.`)
