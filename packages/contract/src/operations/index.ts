import { getManagedEngine, installEngine, listEngineModels, listEngines, listManagedEngines, upgradeEngine } from './engines.ts'
import { getHealth, getMetrics, getReadiness } from './health.ts'
import {
  cancelJob,
  cleanupJobs,
  createJob,
  followJobEvents,
  getJob,
  getJobArtifact,
  getJobBundle,
  getJobEventHistory,
  getJobLogRange,
  getJobLogs,
  getJobResult,
  listJobArtifacts,
  listJobs,
  rerunJob,
  uploadJobFiles,
} from './jobs.ts'
import type { Operation } from './operation.ts'
import { followRunEvents, getRun, getRunEventHistory, getRunLogRange } from './runs.ts'
import { getSkill, listSkills } from './skills.ts'

/** Every route of the API by its operation id, in the order in which the docs show them. */
export const operations = {
  createJob,
  uploadJobFiles,
  listJobs,
  getJob,
  getJobResult,
  listJobArtifacts,
  getJobArtifact,
  getJobBundle,
  getJobLogs,
  getJobLogRange,
  followJobEvents,
  getJobEventHistory,
  cancelJob,
  rerunJob,
  cleanupJobs,
  getRun,
  followRunEvents,
  getRunEventHistory,
  getRunLogRange,
  listSkills,
  getSkill,
  listEngines,
  listEngineModels,
  listManagedEngines,
  getManagedEngine,
  installEngine,
  upgradeEngine,
  getHealth,
  getReadiness,
  getMetrics,
} as const satisfies Record<string, Operation>

export type Operations = typeof operations
export type OperationId = keyof Operations
