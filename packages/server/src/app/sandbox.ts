import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { capture } from '../process/capture.ts'
import { defaultRunAs } from '../sandbox/identities.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { openSandbox } from '../sandbox/wrap.ts'
import type { Layout } from '../workspace/layout.ts'

export const isRoot = process.getuid?.() === 0

export async function probedSandbox(config: Config, layout: Layout, logger: Logger): Promise<Sandbox> {
  const sandbox = await openSandbox({
    mode: config.sandbox,
    isRoot,
    runAs: config.runAs ?? defaultRunAs,
    searchPath: process.env['PATH'] ?? '',
    node: process.execPath,
    folder: layout.sandbox,
    reach: [layout.runs, layout.homes, layout.skills],
    withoutSeccomp: config.seccomp === 'off',
    capture,
  })
  if (sandbox.status !== 'bubblewrap')
    logger.warn({ sandbox_status: sandbox.status, reason: sandbox.detail }, 'runs have no sandbox')
  return sandbox
}
