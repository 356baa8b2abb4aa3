import type { DiagnosticCode } from '@agent-skill-runner/contract/diagnostics.ts'
import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { NormalizationLevel } from './run.ts'

/** Something a person should know of a run that went on all the same. */
export const warningOf = (
  code: DiagnosticCode,
  message: string,
  details: unknown = null,
  normalizationLevel: NormalizationLevel = null,
): Warning => ({
  code,
  message,
  level: 'warning',
  normalization_level: normalizationLevel,
  details,
})
