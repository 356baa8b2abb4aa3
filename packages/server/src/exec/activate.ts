import { basename, dirname } from 'node:path'
import type { ExecSession } from '../domain/exec.ts'
import type { Principal } from '../domain/job.ts'
import { instant } from '../lib/clock.ts'
import { walkFiles } from '../workspace/walk-files.ts'
import type { ExecDeps, FoundSkill } from './deps.ts'
import type { Site } from './site.ts'

export interface ActivateRequest {
  readonly projectId: string
  readonly principal: Principal
  readonly session: string
  readonly skill: string
  /** Null: the active one. */
  readonly version: string | null
}

export interface Activated {
  readonly session: ExecSession
  readonly skill: FoundSkill
  /** As commands see it. */
  readonly folder: string
  readonly files: number
}

/** Brings a skill into a session before its first command, and chooses the version that its commands use. */
export async function activate(
  deps: ExecDeps,
  site: Site,
  { projectId, principal, session: alias, skill: name, version }: ActivateRequest,
): Promise<Activated> {
  site.requireReady()
  const { store, clock } = deps
  const skill = await deps.findSkill(projectId, name, version)
  const session = await store.execSessions.open({ projectId, owner: principal.name, alias }, instant(clock))
  const folder = await site.deliver(session, skill)
  const { paths } = await walkFiles(dirname(skill.folder), basename(skill.folder), { entries: 100_000, depth: 64 })
  await store.execActivations.choose(session.id, skill.name, version === null ? null : skill.versionHash)
  return { session, skill, folder, files: paths.length }
}
