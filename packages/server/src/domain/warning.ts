import type { Warning } from '@agent-skill-runner/contract/job.ts'

/** Something a person should know of a run that went on all the same. */
export const warningOf = (code: string, message: string, details: unknown = null): Warning => ({
  code,
  message,
  level: 'warning',
  normalization_level: null,
  details,
})
