import type { Logger } from 'pino'
import type { ExecSettings } from '../domain/exec-limits.ts'
import type { RunLimits } from '../domain/resource-limit.ts'
import type { SandboxMode } from '../domain/sandbox.ts'
import type { World } from '../gate/world.ts'
import type { Clock } from '../lib/clock.ts'
import type { Wakes } from '../lib/wakes.ts'
import type { Cgroups } from '../process/cgroups.ts'
import type { StartChild } from '../process/child.ts'
import type { Nursery } from '../process/nursery.ts'
import type { RemoteProvider } from '../remote/provider.ts'
import type { Identities } from '../sandbox/identities.ts'
import type { ExecSandbox } from '../sandbox/srt.ts'
import type { Store } from '../store/open.ts'
import type { Layout } from '../workspace/layout.ts'

/** A version of a skill, as a folder that nobody writes to. */
export interface FoundSkill {
  readonly name: string
  readonly versionHash: string
  readonly folder: string
}

/** In numbers what commands of projects may do. */
export interface ExecLimits extends ExecSettings {
  /** How often it is looked at what sessions take of the disk. */
  readonly diskLookMs: number
  /** With less free space nothing new is taken. */
  readonly diskLowBytes: number
  /** Of both streams of a command together. */
  readonly maxOutputBytes: number
  /** Of each stream in an answer. */
  readonly answeredBytes: number
  /** Between the request to end and the end. */
  readonly graceSec: number
}

export interface ExecDeps {
  readonly store: Pick<
    Store,
    'execSessions' | 'execTasks' | 'execJobs' | 'execArtifacts' | 'execActivations' | 'projectLimits' | 'idempotency' | 'nodeId'
  >
  readonly layout: Layout
  readonly sandbox: ExecSandbox
  readonly sandboxMode: SandboxMode
  /** Null: the server is not root. */
  readonly identities: Identities | null
  readonly cgroups: Cgroups
  readonly startChild: StartChild
  /** Where the ways out of commands lead. */
  readonly gateWorld: World
  readonly openNursery: () => Promise<Nursery>
  /** Null: commands run on this machine. */
  readonly remote: { readonly provider: RemoteProvider; readonly hasServices: boolean } | null
  /** Throws the fault that says why there is none. */
  readonly findSkill: (projectId: string, name: string, version: string | null) => Promise<FoundSkill>
  /** What is wrong with a regular expression, or null. */
  readonly patternProblem: (pattern: string) => Promise<string | null>
  /** Whether one of the lines fits, worked out where it blocks nobody; throws where that takes too long. */
  readonly fitsPattern: (
    pattern: string,
    lines: readonly string[],
    by: { readonly owner: string; readonly skill: string },
  ) => Promise<boolean>
  readonly limits: ExecLimits
  /** How long what has ended is kept; 0: for ever. */
  readonly retentionDays: number
  /** What the processes of one command may use. */
  readonly resourceLimits: RunLimits
  /** For what leads out of a full disk: the reserve is given up for it. It is tried twice. */
  readonly despiteFullDisk: <T>(write: () => Promise<T>) => Promise<T>
  /** A full disk has a reserve for what has to be written down, or room again in a while. Not tried any longer after the signal. */
  readonly persistently: <T>(write: () => Promise<T>, noMoreTime: AbortSignal) => Promise<T>
  readonly wakes: Wakes
  readonly clock: Clock
  readonly logger: Logger
}

/** Of a job that has moved on. */
export const jobTopic = (id: string): string => `exec-job:${id}`

/** Of a task whose state has changed. */
export const taskTopic = (id: string): string => `exec-task:${id}`
