import { countedBytes, type ExecArtifact, leastCounted } from '../domain/exec-files.ts'
import { Fault } from '../lib/fault.ts'
import type { ExecDeps } from './deps.ts'

type Deps = Pick<ExecDeps, 'limits'> & { readonly store: Pick<ExecDeps['store'], 'execArtifacts'> }

/** Before anything is made: PROJECT_FULL where not even the smallest artifact has room. */
export async function requireArtifactRoom({ store, limits }: Deps, projectId: string): Promise<void> {
  const allowed = limits.projectArtifactBytes
  if (allowed === 0) return
  const used = await store.execArtifacts.counted(projectId)
  if (used + leastCounted > allowed) throw projectFull({ allowed, used, needed: leastCounted })
}

/** What artifacts of the project may still count as, together. */
export async function artifactRoomOf({ store, limits }: Deps, projectId: string): Promise<number> {
  const allowed = limits.projectArtifactBytes
  return allowed === 0 ? Number.POSITIVE_INFINITY : allowed - (await store.execArtifacts.counted(projectId))
}

/** Looks again, in the transaction that adds it: many may have found room at the same time. */
export async function addWithinRoom({ store, limits }: Deps, artifact: ExecArtifact): Promise<void> {
  const allowed = limits.projectArtifactBytes
  if (allowed === 0) return store.execArtifacts.add([artifact])
  const { isAdded, used } = await store.execArtifacts.addWithin(artifact, allowed)
  if (!isAdded) throw projectFull({ allowed, used, needed: countedBytes(artifact.bytes) })
}

const projectFull = (bytes: { readonly allowed: number; readonly used: number; readonly needed: number }): Fault =>
  new Fault('PROJECT_FULL', { limit: 'project_artifact_bytes', ...bytes })
