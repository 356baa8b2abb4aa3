import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { capture } from '../process/capture.ts'
import { defaultRunAs } from '../sandbox/identities.ts'
import type { Sandbox, SandboxOptions } from '../sandbox/sandbox.ts'
import { type ExecSandbox, openSrt } from '../sandbox/srt.ts'
import { openSandbox } from '../sandbox/wrap.ts'
import type { Layout } from '../workspace/layout.ts'

export const isRoot = process.getuid?.() === 0

export async function probedSandbox(config: Config, layout: Layout, logger: Logger): Promise<Sandbox> {
  const sandbox = await openSandbox(optionsOf(config, layout))
  if (sandbox.status !== 'bubblewrap')
    logger.warn({ sandbox_status: sandbox.status, reason: sandbox.detail }, 'runs have no sandbox')
  else if (config.engineNetwork === 'host')
    logger.warn(
      'engines reach the loopback interface of this machine and its private networks: SKILL_RUNNER_ENGINE_NETWORK is host',
    )
  return sandbox
}

/** That of commands of projects: the one of runs unless another is configured. */
export async function probedExecSandbox(config: Config, layout: Layout, logger: Logger, ofRuns: Sandbox): Promise<ExecSandbox> {
  if (config.execSandbox !== 'srt' || config.sandbox === 'off') return ofRuns
  const sandbox = await openSrt(optionsOf(config, layout))
  if (sandbox.status !== 'srt') logger.warn({ reason: sandbox.detail }, 'no sandbox for commands of projects; they are rejected')
  return sandbox
}

function optionsOf(config: Config, layout: Layout): SandboxOptions {
  return {
    mode: config.sandbox,
    isRoot,
    runAs: config.runAs ?? defaultRunAs,
    searchPath: process.env['PATH'] ?? '',
    node: process.execPath,
    folder: layout.sandbox,
    reach: [layout.runs, layout.homes, layout.skills],
    withoutSeccomp: config.seccomp === 'off',
    capture,
  }
}
