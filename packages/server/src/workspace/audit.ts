import { writeFile } from 'node:fs/promises'
import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Exit } from '../domain/launch.ts'
import type { RunError, RunIn } from '../domain/run.ts'
import type { RunLayout } from './layout.ts'

export interface AttemptFacts {
  readonly argv: readonly string[]
  readonly exit: Exit
  readonly startedAt: Date
  readonly endedAt: Date
  readonly sandbox: string
  /** Null: no engine took part. */
  readonly engine: EngineFacts | null
  readonly verdict: { readonly trigger: string; readonly error: RunError | null }
  readonly warnings: readonly Warning[]
}

export interface EngineFacts {
  readonly cliVersion: string | null
  readonly configDigest: string
  /** Its own id for resuming. */
  readonly session: string | null
  /** How the engine itself was held to the output schema; null: not at all. */
  readonly schema: { readonly relaxations: readonly object[] } | null
}

/** What one attempt was and how it ended, for whoever asks later. */
export async function writeMeta(layout: RunLayout, run: RunIn<'running'>, facts: AttemptFacts): Promise<void> {
  const { argv, exit, startedAt, endedAt, sandbox, engine, verdict, warnings } = facts
  const meta = {
    attempt_number: run.attempt,
    engine: run.engine,
    model: run.model,
    cli_version: engine?.cliVersion ?? null,
    config_digest: engine?.configDigest ?? null,
    session_handle: engine?.session ?? null,
    native_output_schema: engine?.schema ?? null,
    skill: `${run.skillId}@${run.skillVersion}`,
    skill_digest: run.skillDigest,
    argv,
    sandbox_status: sandbox,
    started_at: startedAt.toISOString(),
    ended_at: endedAt.toISOString(),
    exit_code: exit.kind === 'exited' ? exit.code : null,
    signal: exit.kind === 'signaled' ? exit.signal : null,
    reason: exit.kind,
    completion: { trigger: verdict.trigger, error_code: verdict.error?.code ?? null },
    validation_warnings: warnings,
  }
  await writeFile(layout.meta(run.attempt), `${JSON.stringify(meta, null, 2)}\n`)
}
