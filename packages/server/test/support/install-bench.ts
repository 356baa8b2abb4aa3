import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Examine } from '../../src/installed/examine.ts'
import type { InstallRequest } from '../../src/installed/installer.ts'
import { temporaryFolder } from './folder.ts'
import { openInstalling } from './installing.ts'
import { openStandIn, type StandInPackages } from './registry.ts'
import { fakeCli, fakeVersion } from './stand-in-engines.ts'

/** Three versions of the stand-in; the pinned one is in the middle. */
export const three: StandInPackages = {
  'fake-engine': { '0.9.0': fakeVersion('0.9.0'), '1.0.0': fakeVersion('1.0.0'), '1.1.0': fakeVersion('1.1.0') },
}

/** A registry with these packages, a folder to install into and the installer. */
export async function openInstallBench(
  context: TestContext,
  packages: StandInPackages = three,
  options: { timeoutMs?: number; npm?: 'npm' | 'quick'; examine?: Examine } = {},
) {
  const prefix = join(await temporaryFolder(context), 'npm')
  const { npm = 'npm', ...more } = options
  const registry = await openStandIn(packages, { npm })
  const installing = await openInstalling({ prefix, clis: { fake: fakeCli }, env: registry.env, ...more })
  const start = (request: Omit<InstallRequest, 'engine'>) => installing.installer.start({ ...request, engine: 'fake' })
  return {
    ...installing,
    prefix,
    registry,
    start,
    finish: async (request: Omit<InstallRequest, 'engine'>) => (await start(request)).done,
    async [Symbol.asyncDispose]() {
      await installing[Symbol.asyncDispose]()
      await registry[Symbol.asyncDispose]()
    },
  }
}

export type InstallBench = Awaited<ReturnType<typeof openInstallBench>>
