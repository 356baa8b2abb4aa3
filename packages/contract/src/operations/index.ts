import {
  getManagedEngine,
  installEngine,
  listEngineModels,
  listEngines,
  listManagedEngines,
  rollbackEngine,
  upgradeEngine,
} from './engines.ts'
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
  getJobPending,
  getJobResult,
  listJobArtifacts,
  listJobs,
  replyToJob,
  rerunJob,
  uploadJobFiles,
} from './jobs.ts'
import type { Operation } from './operation.ts'
import { cancelRun, followRunEvents, getRun, getRunEventHistory, getRunLogRange, getRunPending, replyToRun } from './runs.ts'
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
  getJobPending,
  replyToJob,
  cancelJob,
  rerunJob,
  cleanupJobs,
  getRun,
  followRunEvents,
  getRunEventHistory,
  getRunLogRange,
  getRunPending,
  replyToRun,
  cancelRun,
  listSkills,
  getSkill,
  listEngines,
  listEngineModels,
  listManagedEngines,
  getManagedEngine,
  installEngine,
  upgradeEngine,
  rollbackEngine,
  getHealth,
  getReadiness,
  getMetrics,
} as const satisfies Record<string, Operation>

export type Operations = typeof operations
export type OperationId = keyof Operations
