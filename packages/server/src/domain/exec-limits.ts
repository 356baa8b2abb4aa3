import { dayLimits } from './budget.ts'
import type { ChildLimits } from './resource-limit.ts'
import type { SessionLimits } from './session-quota.ts'

/** What an operator allows commands, tasks and sessions of projects. */
export interface ExecSettings extends SessionLimits {
  /** Of a command that is waited for: what it gets, and the most it may ask for. */
  readonly commandSec: number
  readonly mostCommandSec: number
  /** Of those that are waited for, at once. */
  readonly mostRunningCommands: number
  readonly taskSec: number
  readonly mostRunningTasks: number
  readonly mostQueuedTasks: number
  /** Of a service: the most, and the most without output and connections. */
  readonly serviceSec: number
  readonly serviceIdleSec: number
  /** Until a service is ready; what it gets, and the most it may ask for. */
  readonly startupSec: number
  readonly mostStartupSec: number
  readonly mostRunningServices: number
  /** Of all steps of a job together: what it gets, and the most it may ask for. */
  readonly jobSec: number
  readonly mostRunningJobs: number
  readonly mostQueuedJobs: number
  /** Of one artifact. */
  readonly artifactBytes: number
  /** Of all inputs of a command, and of all its outputs. */
  readonly artifactsBytes: number
  /** Of all artifacts of a project; 0: as many as there is room for. */
  readonly projectArtifactBytes: number
  /** Hosts that commands may ask to reach. */
  readonly network: readonly string[]
  /** How long a session stays that nobody uses; 0: for ever. */
  readonly sessionDays: number
}

/** What a project can be given less of, and where each is found among what the operator allows. */
const settingOf = {
  ...{ command_sec: 'commandSec', most_command_sec: 'mostCommandSec' },
  ...{ task_sec: 'taskSec', running_tasks: 'mostRunningTasks', queued_tasks: 'mostQueuedTasks' },
  ...{ service_sec: 'serviceSec', service_idle_sec: 'serviceIdleSec', running_services: 'mostRunningServices' },
  ...{ startup_sec: 'startupSec', most_startup_sec: 'mostStartupSec' },
  ...{ job_sec: 'jobSec', running_jobs: 'mostRunningJobs', queued_jobs: 'mostQueuedJobs' },
  ...{ artifact_bytes: 'artifactBytes', artifacts_bytes: 'artifactsBytes', project_artifact_bytes: 'projectArtifactBytes' },
  ...{ session_bytes: 'sessionBytes', session_files: 'sessionFiles' },
} as const satisfies Readonly<Record<string, keyof ExecSettings>>

/** The same of what the processes of one command or task may use. */
const childLimits = ['memory_bytes', 'processes', 'cpu_seconds'] as const

type SettingLimit = keyof typeof settingOf
export type ProjectLimit = SettingLimit | (typeof childLimits)[number] | (typeof dayLimits)[number]

const settingLimits = Object.keys(settingOf) as SettingLimit[]
const projectLimits: readonly ProjectLimit[] = [...settingLimits, ...childLimits, ...dayLimits]

/** What one project may have; what is left out is what the operator allows. */
export type ProjectLimits = Partial<Readonly<Record<ProjectLimit, number>>>

/** All limits by the names that projects have for them; 0: there is none. What is usual is never more than the most. */
export function limitsByName(settings: ExecSettings, children: ChildLimits): Readonly<Record<ProjectLimit, number>> {
  const all = Object.fromEntries([
    ...settingLimits.map((name) => [name, settings[settingOf[name]]]),
    ...childLimits.map((name) => [name, children[name]]),
    // The server has none of its own.
    ...dayLimits.map((name) => [name, 0]),
  ]) as Record<ProjectLimit, number>
  return {
    ...all,
    command_sec: Math.min(all.command_sec, all.most_command_sec),
    startup_sec: Math.min(all.startup_sec, all.most_startup_sec),
  }
}

/** The limits of a project that are larger than what the operator allows, with what that is. */
export const beyond = (own: ProjectLimits, most: Readonly<Record<ProjectLimit, number>>): [ProjectLimit, number][] =>
  projectLimits.flatMap((name): [ProjectLimit, number][] =>
    most[name] > 0 && (own[name] ?? 0) > most[name] ? [[name, most[name]]] : [],
  )

/** What holds for a project: its own where it has one, and never more than the operator allows by now. */
export function settingsWithin<S extends ExecSettings, C extends ChildLimits>(
  own: ProjectLimits,
  settings: S,
  children: C,
): { readonly settings: S; readonly children: C } {
  const most = limitsByName(settings, children)
  const of = (name: ProjectLimit): number => {
    const wish = own[name]
    return wish === undefined ? most[name] : most[name] === 0 ? wish : Math.min(wish, most[name])
  }
  const within = Object.fromEntries(settingLimits.map((name) => [settingOf[name], of(name)]))
  const usual = {
    commandSec: Math.min(of('command_sec'), of('most_command_sec')),
    startupSec: Math.min(of('startup_sec'), of('most_startup_sec')),
  }
  return {
    settings: { ...settings, ...within, ...usual },
    children: { ...children, ...Object.fromEntries(childLimits.map((name) => [name, of(name)])) },
  }
}
