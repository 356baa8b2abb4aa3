import { createHash } from 'node:crypto'
import { archive } from './archive.ts'
import type { ProjectsDeps } from './deps.ts'
import { list } from './list.ts'
import { filesOf, openFile } from './read-files.ts'
import type { ListedSkill } from './skill.ts'

export interface DiscoveredSkill {
  readonly name: string
  readonly description: string
  readonly versionHash: string
  /** file: SKILL.md is all there is; archive: a zip with its files at the top. */
  readonly kind: 'file' | 'archive'
  /** Of the bytes that whoever fetches it gets. */
  readonly sha256: string
}

/** An index has no pages. */
const mostListed = 1000

/** The skills that are enabled, by name. One whose files are gone, or change right now, is left out: nobody could fetch it. */
export async function discover(deps: ProjectsDeps, projectId: string): Promise<DiscoveredSkill[]> {
  const found: DiscoveredSkill[] = []
  for (const skill of await list(deps, projectId, { enabled: true, limit: mostListed })) {
    const one = await discovered(deps, projectId, skill).catch((err: unknown) => {
      deps.logger.warn({ err, project_id: projectId, name: skill.name }, 'skill left out of the discovery index')
    })
    if (one) found.push(one)
  }
  return found
}

async function discovered(deps: ProjectsDeps, projectId: string, skill: ListedSkill): Promise<DiscoveredSkill> {
  const { name, description, versionHash } = skill
  const request = { projectId, name, version: versionHash }
  const { files } = await filesOf(deps, request)
  const isAlone = files.length === 1 && files[0]?.path === 'SKILL.md'
  if (!isAlone) return { name, description, versionHash, kind: 'archive', sha256: await archiveDigest(deps, request) }
  const file = await openFile(deps, request, 'SKILL.md')
  await file.close()
  return { name, description, versionHash, kind: 'file', sha256: file.sha256 ?? '' }
}

/** To make an archive again costs more than to keep this of it, and whoever asks may ask many times at once. */
const archiveDigest = (deps: ProjectsDeps, request: { projectId: string; name: string; version: string }): Promise<string> =>
  deps.archiveDigests.of(request.projectId, `${request.projectId} ${request.version}`, async () => {
    const { content } = await archive(deps, request, 'files')
    const hash = createHash('sha256')
    for await (const piece of content) hash.update(piece)
    return hash.digest('hex')
  })
