import { getHealth, getMetrics, getReadiness } from './health.ts'
import {
  cancelJob,
  createJob,
  followJobEvents,
  getJob,
  getJobArtifact,
  getJobEventHistory,
  getJobLogRange,
  getJobLogs,
  getJobResult,
  listJobArtifacts,
  listJobs,
} from './jobs.ts'
import type { Operation } from './operation.ts'
import { getSkill, listSkills } from './skills.ts'

/** Every route of the API by its operation id, in the order in which the docs show them. */
export const operations = {
  createJob,
  listJobs,
  getJob,
  getJobResult,
  listJobArtifacts,
  getJobArtifact,
  getJobLogs,
  getJobLogRange,
  followJobEvents,
  getJobEventHistory,
  cancelJob,
  listSkills,
  getSkill,
  getHealth,
  getReadiness,
  getMetrics,
} as const satisfies Record<string, Operation>

export type Operations = typeof operations
export type OperationId = keyof Operations
