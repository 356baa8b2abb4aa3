/** What the children of an attempt may use: memory, processes and CPU time all of them together, files each process by itself. */
const childLimits = ['memory_bytes', 'processes', 'cpu_seconds', 'open_files', 'file_bytes'] as const

export type ChildLimit = (typeof childLimits)[number]

/** 0: no limit. */
export type ChildLimits = Readonly<Record<ChildLimit, number>>

/** What all attempts of a run may have written together. */
export type WriteLimits = Readonly<Record<'run_bytes' | 'run_files', number>>

/** What a run may use of the machine. The unit is in the name; files and processes are counted. */
export const runLimits = [...childLimits, 'run_bytes', 'run_files'] as const

export type RunLimit = (typeof runLimits)[number]

export type RunLimits = ChildLimits & WriteLimits

/** With less, not even a sandbox and a shell would start. */
export const leastLimits: RunLimits = {
  memory_bytes: 16 * 1024 ** 2,
  processes: 32,
  cpu_seconds: 1,
  open_files: 64,
  file_bytes: 1024 ** 2,
  run_bytes: 1024 ** 2,
  run_files: 64,
}

export type ResourceLimit =
  | RunLimit
  /** No limit of the run itself: the disk of the server got full, and the run was the one that wrote most. */
  | 'disk_free_bytes'
  /** Of a session of the skills service, whoever wrote it. */
  | 'session_bytes'
  | 'session_files'

/** A limit that was exceeded, how much was allowed, and how much there was when it was noticed; null: nobody could tell. */
export interface Exceeded {
  readonly limit: ResourceLimit
  readonly allowed: number
  readonly used: number | null
}

/** What the children of an attempt have used; null: nobody counts it here. */
export interface Use {
  readonly memoryBytes: number | null
  /** The kernel keeps the memory within its limit, so there is nothing to compare. */
  readonly isMemoryKept: boolean
  /** How often the kernel ended a process because all of them together had used their memory. */
  readonly memoryKills: number
  /** With their threads. */
  readonly processes: number | null
  /** How often the kernel started no process because there were as many as there may be. */
  readonly refusedStarts: number
  readonly cpuSeconds: number | null
}

export const noUse: Use = {
  memoryBytes: null,
  isMemoryKept: false,
  memoryKills: 0,
  processes: null,
  refusedStarts: 0,
  cpuSeconds: null,
}

/** What a skill wishes, as far as the operator allows it. A wish for no limit is one for the most there is. */
export const limitsWithin = (wishes: Partial<RunLimits>, most: RunLimits): RunLimits =>
  Object.fromEntries(runLimits.map((limit) => [limit, least(wishes[limit] ?? 0, most[limit])])) as Record<RunLimit, number>

/** The wishes that are larger than what the operator allows. */
export const cappedOf = (wishes: Partial<RunLimits>, most: RunLimits): RunLimit[] =>
  runLimits.filter((limit) => most[limit] > 0 && (wishes[limit] ?? 0) > most[limit])

const least = (one: number, other: number): number => (one === 0 || other === 0 ? Math.max(one, other) : Math.min(one, other))
