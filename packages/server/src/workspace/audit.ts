import { closeSync } from 'node:fs'
import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { EngineTried } from '../domain/fail-over.ts'
import type { Exit, Stream } from '../domain/launch.ts'
import type { Run, RunError, RunIn } from '../domain/run.ts'
import { openRegularSync } from '../lib/open-regular.ts'
import { textOf } from '../lib/text-of.ts'
import { writeWhole } from '../lib/write-all.ts'
import type { RunLayout } from './layout.ts'

export interface AttemptFacts {
  readonly argv: readonly string[]
  readonly exit: Exit
  readonly startedAt: Date
  readonly endedAt: Date
  readonly sandbox: string
  readonly sandboxPolicy: SandboxPolicy
  /** Null: no engine took part. */
  readonly engine: EngineFacts | null
  /** The run with the engine that counts. */
  readonly by: Pick<Run, 'engine' | 'model'>
  readonly tries: readonly EngineTry[]
  readonly verdict: { readonly trigger: string; readonly error: RunError | null }
  readonly warnings: readonly Warning[]
  readonly reconstruction: Reconstruction
  readonly metrics: Metrics
}

/** What came of the streams, and of what the transcript can be held against. */
export interface Reconstruction {
  readonly stdout_bytes: number
  readonly stderr_bytes: number
  /** Null: there is no transcript. */
  readonly merged_bytes: number | null
  readonly chunks: number | null
}

/** An engine that was started before the one that counts, and where in the logs of the attempt it speaks. */
export interface EngineTry {
  readonly tried: EngineTried
  readonly cliVersion: string | null
  /** Without secrets; null: it was not started. */
  readonly argv: readonly string[] | null
  readonly exit: Exit | null
  /** What held it; null: it was not started. */
  readonly sandboxPolicy: SandboxPolicy | null
  /** Where each stream of it ends; it begins where that of the try before ended. */
  readonly ends: Readonly<Record<Stream, number>>
}

/** How well what was printed was understood. */
export interface Metrics {
  readonly events: number
  /** Bytes that only raw events account for, and their share of all. */
  readonly raw_bytes: number
  readonly raw_share: number
  readonly fallbacks: number
  readonly unknown_lines: number
  readonly mean_confidence: number
}

export interface EngineFacts {
  readonly cliVersion: string | null
  readonly configDigest: string
  /** Its own id for resuming. */
  readonly session: string | null
  /** Whether its CLI says that it can go on with a session. */
  readonly canResume: boolean
  /** The session that it had to go on with; null: it began one. */
  readonly resumes: string | null
  /** How the engine itself was held to the output schema; null: not at all. */
  readonly schema: { readonly relaxations: readonly object[] } | null
}

/** What held the children of an attempt, in the words of the receipt. */
export interface SandboxPolicy {
  readonly status: string
  readonly system_calls_filtered: boolean
  /** Hosts that were let through by name; `*` is every public one. Null: nothing held it to any. */
  readonly network: { readonly level: string; readonly hosts: readonly string[] | null }
  /** 0: no limit. */
  readonly limits: Readonly<Record<string, number>>
}

const presentTry = ({ tried, cliVersion, argv, exit, sandboxPolicy, ends }: EngineTry) => ({
  engine: tried.engine,
  model: tried.model,
  cli_version: cliVersion,
  error_code: tried.errorCode,
  message: tried.message,
  argv,
  sandbox_policy: sandboxPolicy,
  exit_code: exit?.kind === 'exited' ? exit.code : null,
  signal: exit?.kind === 'signaled' ? exit.signal : null,
  stdout_to: ends.stdout,
  stderr_to: ends.stderr,
})

/** What one attempt was and how it ended, for whoever asks later. */
export async function writeMeta(layout: RunLayout, run: RunIn<'running'>, facts: AttemptFacts): Promise<void> {
  const {
    by,
    tries,
    argv,
    exit,
    startedAt,
    endedAt,
    sandbox,
    sandboxPolicy,
    engine,
    verdict,
    warnings,
    reconstruction,
    metrics,
  } = facts
  const meta = {
    attempt_number: run.attempt,
    engine: by.engine,
    model: by.model,
    engines_tried: tries.map(presentTry),
    cli_version: engine?.cliVersion ?? null,
    config_digest: engine?.configDigest ?? null,
    session_handle: engine?.session ?? null,
    resumed_session: engine?.resumes ?? null,
    can_resume: engine?.canResume ?? null,
    native_output_schema: engine?.schema ?? null,
    skill: `${run.skillId}@${run.skillVersion}`,
    skill_digest: run.skillDigest,
    argv,
    sandbox_status: sandbox,
    sandbox_policy: sandboxPolicy,
    started_at: startedAt.toISOString(),
    ended_at: endedAt.toISOString(),
    exit_code: exit.kind === 'exited' ? exit.code : null,
    signal: exit.kind === 'signaled' ? exit.signal : null,
    reason: exit.kind,
    completion: { trigger: verdict.trigger, error_code: verdict.error?.code ?? null },
    validation_warnings: warnings,
    reconstruction,
    metrics,
  }
  await writeWhole(layout.meta(run.attempt), `${JSON.stringify(meta, null, 2)}\n`)
}

/** As far as others make use of it. */
type Meta = Readonly<Record<'started_at' | 'ended_at', string>> & {
  readonly cli_version: string | null
  readonly sandbox_policy?: SandboxPolicy
  readonly engines_tried?: readonly { readonly sandbox_policy?: SandboxPolicy | null }[]
}

/** Null: the attempt left none, or none that can be read. */
export async function readMeta(layout: RunLayout, attempt: number): Promise<Meta | null> {
  const fd = openRegularSync(layout.meta(attempt))
  if (typeof fd === 'string') return null
  try {
    return JSON.parse(await textOf(fd)) as Meta
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  } finally {
    closeSync(fd)
  }
}
