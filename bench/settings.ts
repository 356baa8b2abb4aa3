import { readdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { components } from '../packages/sdk/src/index.ts'
import type { TreeBench } from './measurements.ts'
import { dataOf, startBenchServer } from './server.ts'
import { jobOf } from './subject.ts'

type Readiness = components['schemas']['Readiness']

/** What decides whether figures mean anything, as found on a server that runs, not as asked for. */
export interface Settings {
  readonly version: string
  readonly sandbox: Readiness['sandbox_status']
  readonly sandboxReason: string | null
  readonly audit: string
  /** What a run left in its audit folder; null: none was made. */
  readonly auditFiles: readonly string[] | null
  readonly dataInMemory: boolean
  readonly maxRunning: number
  readonly maxQueue: number
}

/** Starts a server, asks it what it is, and looks at what one run leaves behind. */
export async function findSettings(bench: TreeBench): Promise<Settings> {
  const { place, subject } = bench
  const folder = place.fresh()
  await using server = await startBenchServer(bench, { folder })
  const { body: ready } = await server.client.get<Readiness>('/readyz')
  const sandboxed = ready.sandbox_status === 'bubblewrap'
  if (sandboxed) await server.client.run(jobOf(subject, 'bench-echo'))
  return {
    version: ready.version,
    sandbox: ready.sandbox_status,
    // Reports are passed on, so they name no folder of this machine.
    sandboxReason: ready.sandbox_reason?.replaceAll(place.folder, '(the folder of the bench)') ?? null,
    audit: process.env['SKILL_RUNNER_AUDIT'] || 'full',
    auditFiles: sandboxed ? auditOf(join(dataOf(folder), 'runs')) : null,
    dataInMemory: isMemory(folder),
    maxRunning: ready.max_running,
    maxQueue: ready.max_queue,
  }
}

/** Why the figures would not count. None: they do. */
export function problemsOf({ sandbox, sandboxReason, audit, auditFiles, dataInMemory }: Settings): string[] {
  const missing = expectedAudit.filter((name) => !auditFiles?.includes(name))
  return [
    ...(sandbox === 'bubblewrap' ? [] : [`The sandbox is ${sandbox}${sandboxReason ? `: ${sandboxReason}` : '.'}`]),
    ...(audit === 'full' ? [] : [`SKILL_RUNNER_AUDIT is ${audit}, not full.`]),
    ...(auditFiles && missing.length > 0 ? [`A run left no ${missing.join(', ')} in its audit folder.`] : []),
    ...(dataInMemory ? ['The data folder is in memory, so durable writes cost nothing.'] : []),
  ]
}

export const durability =
  'SQLite in WAL mode, fdatasync of its log for each commit and of the event files; cannot be switched off'

const expectedAudit = [
  ...['events.1.jsonl', 'fcmp_events.1.jsonl', 'fs-diff.1.json', 'meta.1.json', 'parser_diagnostics.1.jsonl'],
  ...['pty-index.1.bin', 'pty-output.1.log', 'stderr.1.log', 'stdin.1.log', 'stdout.1.log'],
]

function auditOf(runs: string): string[] {
  return readdirSync(runs).flatMap((run) => readdirSync(join(runs, run, '.audit')).sort())
}

const memoryFileSystems = [0x01021994, 0x858458f6]

const isMemory = (folder: string): boolean => memoryFileSystems.includes(statfsSync(folder).type)
