import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clis, openInstallations } from '../../src/installed/installations.ts'
import { type InstallerDeps, openInstaller, usualTimeoutMs } from '../../src/installed/installer.ts'
import { installedLayout } from '../../src/installed/layout.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { capture } from '../../src/process/capture.ts'
import { defaultRunAs, openIdentities } from '../../src/sandbox/identities.ts'
import { openSandbox } from '../../src/sandbox/wrap.ts'

interface InstallingOptions extends Partial<Pick<InstallerDeps, 'timeoutMs' | 'examine'>> {
  readonly prefix: string
  readonly clis: Clis
  readonly env?: NodeJS.ProcessEnv
  readonly programs?: Readonly<Record<string, string>>
}

/** The installer of the product without a server around it, with the real sandbox. */
export async function openInstalling(options: InstallingOptions) {
  const { prefix, clis, env = process.env, programs = {}, timeoutMs, examine } = options
  const own = mkdtempSync(join(tmpdir(), 'asr-installing-'))
  const isRoot = process.getuid?.() === 0
  const sandbox = await openSandbox({
    mode: 'auto',
    isRoot,
    runAs: defaultRunAs,
    searchPath: process.env['PATH'] ?? '',
    node: process.execPath,
    folder: join(own, 'sandbox'),
    reach: [],
    capture,
  })
  const asker = { sandbox, identities: openIdentities(isRoot, defaultRunAs), homes: join(own, 'homes'), bounds: null }
  const warnings: object[] = []
  const logger = { info() {}, warn: (facts: object) => void warnings.push(facts) } as unknown as InstallerDeps['logger']
  const parts = { layout: installedLayout(prefix), clis, asker }
  const installer = openInstaller({
    ...parts,
    npm: { env, secrets: [], bounds: null },
    clock: systemClock,
    logger,
    timeoutMs: timeoutMs ?? usualTimeoutMs,
    ...(examine ? { examine } : {}),
  })
  return {
    ...parts,
    installer,
    warnings,
    /** Opened anew for each question, as another process would. */
    installations: () => openInstallations({ ...parts, programs }),
    async [Symbol.asyncDispose]() {
      await installer.close()
      await rm(own, { recursive: true, force: true })
    },
  }
}
