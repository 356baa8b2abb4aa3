import type { CommandEnd, ExecCommand, ExecError, ExecSession, ExecTask, LimitReason, TaskEnd } from '../domain/exec.ts'
import type { FilesTaken } from '../domain/exec-files.ts'
import type { GateRule } from '../gate/rules.ts'
import type { EndWish, KeptStart, lookAt } from '../process/nursery.ts'
import type { ExecDeps, FoundSkill } from './deps.ts'

/**
 * Where commands of projects run: on this machine, or in sandboxes of somebody else. What happens to a command and in which order is the
 * same for all sites; a site knows how each of it is done there. Output and ends are in the folder of a task here, wherever it runs.
 */
export interface Site {
  /** Throws the fault that says why nothing can run there. */
  requireReady(): void
  /** Brings a skill into a session, and answers where its commands find it. */
  deliver(session: ExecSession, skill: FoundSkill): Promise<string>
  /** One command, from its start to the end of everything it started. Its output is in its folder. */
  run(deps: ExecDeps, command: CommandToRun, signal: AbortSignal): Promise<CommandRun>
  /** Everything that can fail before a task begins. Throws the fault that keeps it from beginning. */
  prepare(deps: ExecDeps, task: ExecTask): Promise<PreparedTask>
  /** Whether a task was begun, whatever became of it: it is not begun again. */
  hasBegun(task: ExecTask): boolean
  /** Of a task that an earlier server has begun, or was about to: what it had is held until this is disposed. */
  hold(task: ExecTask): Disposable
  /** One that has begun is followed again. */
  adopt(deps: ExecDeps, task: ExecTask): Promise<BegunTask & Disposable>
  /** What became of a task, as far as it is known here. */
  look(task: ExecTask): ReturnType<typeof lookAt>
  /** Asks it to end. The first reason counts. */
  end(task: ExecTask, why: EndWish): Promise<void>
  /** Asks it to end and waits until it has, as long as that may take. */
  endAndWait(task: ExecTask): Promise<void>
  /** Ends by force what went on after its time was over. */
  endNow(task: ExecTask): Promise<void>
  /** The end of a task that could not be begun. */
  notStarted(problem: string): TaskEnd
  /** It has ended, or is lost: nothing of it goes on. */
  clear(task: ExecTask, isLost: boolean): Promise<void>
  /** What a task left that runs no more. */
  take(task: ExecTask): Promise<FilesTaken>
  /** The end of a task is written down. */
  forget(task: ExecTask): void
  removeSession(sessionId: string): Promise<void>
  /** Removes what belongs to nobody any more; answers how much. */
  reap(inUse: ReadonlySet<string>): Promise<{ readonly groups: number; readonly sandboxes: number }>
  /** What runs goes on, and is found again. */
  leave(): Promise<void>
}

/** A command that is waited for. */
export interface CommandToRun {
  readonly id: string
  /** Its own, for its output; the site makes it. */
  readonly folder: string
  readonly session: ExecSession
  readonly skill: FoundSkill
  readonly command: ExecCommand
  /** Whom it may reach; none: it has no network. */
  readonly rules: readonly GateRule[]
}

/** What a command came to. */
export interface CommandRun {
  /** Null: it was ended, or never started. */
  readonly exitCode: number | null
  readonly error: ExecError | null
  readonly startedAt: Date
  readonly durationMs: number
  readonly taken: FilesTaken
}

/** A task of which everything is done that can fail before it begins. What it had for that is given back when it is disposed. */
export interface PreparedTask extends Disposable {
  /** `until`: when its job is over. Whoever asks twice begins nothing twice. */
  begin(until: Date | null): Promise<BegunTask & { readonly mark: KeptStart }>
}

/** A task that goes on by itself. */
export interface BegunTask {
  /** Resolves when it may have ended: a look tells. */
  readonly told: Promise<void>
  /** As long as somebody sees it: what it uses is counted. */
  watch(stop: (why: LimitReason) => void): Promise<WatchedTask>
}

/** A task whose use of the machine is counted until this is disposed. */
export interface WatchedTask extends Disposable {
  /** The end of one that runs no more: what the site knows of it beside its exit is in it. */
  endOf(found: CommandEnd | 'lost'): Promise<TaskEnd>
}
