import type { PackageInstall as InstallView, SkillSwitched } from '@agent-skill-runner/contract/skill-package.ts'
import type { FastifyInstance } from 'fastify'
import { Fault } from '../../lib/fault.ts'
import type { Switched } from '../../packages/switched.ts'
import { requireDisk } from '../../runs/require-disk.ts'
import type { PackageInstall } from '../../store/package-installs.ts'
import { onlyPart } from '../only-part.ts'
import { presentVerdict } from '../present-verdict.ts'
import { route } from '../route.ts'
import type { RouteDeps } from './deps.ts'

/** Skill packages: brought, judged, put in use and out of it. */
export function packageRoutes(app: FastifyInstance, { runner, attempts, evals }: RouteDeps): void {
  const { packages, store } = runner
  const requireRoom = async () => {
    if (attempts.stopping) throw new Fault('SHUTTING_DOWN')
    await requireDisk(runner)
  }

  route(app, 'installPackage', async ({ principal, headers, query, parts, request, reply }) => {
    await requireRoom()
    const key = headers['idempotency-key'] ?? null
    const about = (what: string) => {
      request.actionTarget = what.slice(0, 128)
    }
    const isForced = query.force === '1' || query.force === 'true'
    const prove = evals.gateFor(principal)
    const content = onlyPart(parts, 'file')
    const { install, repeated } = await packages.install({ principal, key, isForced, content, prove, about })
    if (repeated) reply.header('idempotent-replayed', 'true')
    return { request_id: install.id, status: install.status }
  })

  route(app, 'getPackageInstall', async ({ principal, params }) => {
    const install = await store.packageInstalls.get(principal.projectId, params.request_id)
    if (!install) throw new Fault('PACKAGE_NOT_FOUND', { request_id: params.request_id })
    return presentInstall(install)
  })

  route(app, 'validatePackage', async ({ parts }) => {
    await requireRoom()
    return presentVerdict(await packages.validate(onlyPart(parts, 'file')))
  })

  route(app, 'listSkillVersions', async ({ params }) => {
    const versions = await packages.versions(params.skill_id)
    return {
      skill_id: params.skill_id,
      versions: versions.map(({ version, digest, isCurrent, installedAt }) => ({
        version,
        digest,
        current: isCurrent,
        installed_at: installedAt.toISOString(),
      })),
    }
  })

  route(app, 'deleteSkill', async ({ params }) => {
    await requireRoom()
    return presentSwitched(params.skill_id, await packages.remove(params.skill_id))
  })

  route(app, 'restoreSkill', async ({ params, body }) => {
    await requireRoom()
    return presentSwitched(params.skill_id, await packages.restore(params.skill_id, body))
  })
}

const presentInstall = (install: PackageInstall): InstallView => ({
  request_id: install.id,
  status: install.status,
  skill_id: install.skillId,
  version: install.version,
  digest: install.digest,
  action: install.action,
  error: install.error,
  created_at: install.createdAt,
  finished_at: install.finishedAt,
})

const presentSwitched = (id: string, { version, digest, archivedVersion }: Switched): SkillSwitched => ({
  skill_id: id,
  version,
  digest,
  archived_version: archivedVersion,
})
