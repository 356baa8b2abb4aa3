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
  readonly verdict: { readonly trigger: string; readonly error: RunError | null }
  readonly warnings: readonly Warning[]
}

/** What one attempt was and how it ended, for whoever asks later. */
export async function writeMeta(layout: RunLayout, run: RunIn<'running'>, facts: AttemptFacts): Promise<void> {
  const { argv, exit, startedAt, endedAt, sandbox, verdict, warnings } = facts
  const meta = {
    attempt_number: run.attempt,
    engine: run.engine,
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
