import { readlink } from 'node:fs/promises'
import { Fault } from '../lib/fault.ts'
import { checkPackage } from './check.ts'
import type { PackageDeps } from './deps.ts'
import { invalidPackage } from './problems.ts'
import { isVersionWhole } from './put.ts'
import { type Kept, keptVersions, missing, placedAt } from './shelf.ts'
import { type InUse, inUse, switchTo } from './switch.ts'
import { isSkillName, type Switched, switched } from './switched.ts'

export interface VersionChoice {
  readonly version?: string
  /** Its beginning is enough. */
  readonly digest?: string
}

/** Uses a version of the archive again, after a look whether it still is what it was. */
export async function restore(deps: PackageDeps, id: string, wanted: VersionChoice): Promise<Switched> {
  if (!isSkillName(id)) throw new Fault('SKILL_NOT_FOUND', { skill_id: id })
  return deps.turns.take(id, async () => {
    const chosen = await choose(deps, id, wanted)
    const before = await inUse(deps, id)
    await requireWhole(deps, id, chosen)
    if (!isInUse(before, chosen)) await switchTo(deps, id, before, chosen.name)
    deps.logger.info({ skill_id: id, version: chosen.version, digest: chosen.digest }, 'skill restored')
    return switched(deps, id, isInUse(before, chosen) ? null : before)
  })
}

const isInUse = (before: InUse, { name }: Kept): boolean =>
  before.kind === 'skill' && before.placed.kind === 'version' && before.placed.name === name

async function choose(deps: PackageDeps, id: string, wanted: VersionChoice): Promise<Kept> {
  const kept = await keptVersions(deps.shelf, id)
  if (kept.length === 0 && !deps.registry.get(id)) throw new Fault('SKILL_NOT_FOUND', { skill_id: id })
  const { version, digest = '' } = wanted
  const fitting = kept.filter((one) => (version === undefined || one.version === version) && one.digest.startsWith(digest))
  const placed = await placedAt(deps.shelf, id)
  const isPlaced = ({ name }: Kept) => placed.kind === 'version' && placed.name === name
  const others = fitting.filter((one) => !isPlaced(one))
  const previous = await readlink(deps.shelf.previous(id)).catch(missing)
  // Who names what is in use already has what they want, unless it is corrupt; who names nothing wants something else.
  const named = version === undefined && digest === '' ? undefined : fitting.find(isPlaced)
  const has = named && (others.length === 0 || (await isVersionWhole(deps.shelf, id, named.name))) ? named : undefined
  const chosen = has ?? others.find(({ name }) => name === previous) ?? others[0]
  if (!chosen)
    throw new Fault('SKILL_VERSION_NOT_FOUND', { skill_id: id, ...wanted, versions: kept.map(({ version }) => version) })
  return chosen
}

async function requireWhole({ shelf, check }: PackageDeps, id: string, { name, digest }: Kept): Promise<void> {
  const skill = await checkPackage({ folder: shelf.version(id, name), name: id }, { ...check, strict: false })
  if (skill.digest !== digest)
    throw invalidPackage([{ entry: null, message: 'It was changed in the archive since it was installed.' }])
}
