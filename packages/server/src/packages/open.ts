import { Turns } from '../lib/turns.ts'
import type { Begun } from '../store/package-installs.ts'
import type { PackageDeps } from './deps.ts'
import { type InstallRequest, install, type UnderWay } from './install.ts'
import { remove } from './remove.ts'
import { restore, type VersionChoice } from './restore.ts'
import type { Switched } from './switched.ts'
import { type PackageReport, validate } from './validate.ts'
import { type ListedVersion, versions } from './versions.ts'

/** Skill packages: installed, judged, taken out of use and put back. */
export interface Packages {
  install(request: InstallRequest): Promise<Begun>
  /** Settles when no installation is under way. */
  idle(): Promise<void>
  validate(content: AsyncIterable<Buffer>): Promise<PackageReport>
  versions(id: string): Promise<readonly ListedVersion[]>
  remove(id: string): Promise<Switched>
  restore(id: string, wanted: VersionChoice): Promise<Switched>
}

export function openPackages(parts: Omit<PackageDeps, 'turns'>): Packages {
  const deps: PackageDeps = { ...parts, turns: new Turns() }
  const underWay: UnderWay = new Map()
  return {
    install: (request) => install(deps, underWay, request),
    async idle() {
      await Promise.allSettled(underWay.values())
    },
    validate: (content) => validate(deps, content),
    versions: (id) => versions(deps, id),
    remove: (id) => remove(deps, id),
    restore: (id, wanted) => restore(deps, id, wanted),
  }
}
