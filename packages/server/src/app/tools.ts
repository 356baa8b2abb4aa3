import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engines, openEngines } from '../engines/enabled.ts'
import type { Asker } from '../installed/ask.ts'
import { noCgroups } from '../process/cgroups.ts'
import type { Limits } from '../runs/limits.ts'
import { defaultRunAs, openIdentities } from '../sandbox/identities.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { layoutOf } from '../workspace/layout.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { type Installed, openInstalled } from './installed.ts'
import type { AppOptions } from './options.ts'
import { isRoot, probedSandbox } from './sandbox.ts'

/** What the command line works with where no server is needed. */
export interface Tools extends Installed, AsyncDisposable {
  readonly asker: Asker
  readonly engines: Engines
  readonly sandbox: Sandbox
  readonly sandboxMode: Limits['sandboxMode']
}

/** Works beside a running server: what it writes for its children lies in a folder of its own, and they are other users. */
export async function openTools(options: Pick<AppOptions, 'config' | 'logger' | 'env'>): Promise<Tools> {
  const { config, logger } = options
  const engines = openEngines(config)
  const own = await mkdtemp(join(tmpdir(), 'skill-runner-'))
  const sandbox = await probedSandbox(config, { ...layoutOf(config.dataDir), sandbox: join(own, 'sandbox') }, logger)
  const runAs = config.runAs ?? defaultRunAs
  const identities = openIdentities(isRoot, { from: Math.max(runAs.from, runAs.to - 15), to: runAs.to })
  // It is over soon, and groups would be a matter of the server's.
  const bounds = { cgroups: noCgroups('The command line makes none.'), limits: config.childLimits, prefix: 'tools:' }
  const asker: Asker = { sandbox, identities, homes: join(own, 'homes'), bounds }
  const installed = openInstalled(options, engines, asker)
  const close = async () => {
    await installed.installer.close()
    await removeTree(own)
  }
  return { ...installed, asker, engines, sandbox, sandboxMode: config.sandbox, [Symbol.asyncDispose]: close }
}
