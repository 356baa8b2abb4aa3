import { type ErrorCode, errors } from '@agent-skill-runner/contract/errors.ts'
import type { Details } from '../lib/fault.ts'
import type { RunError } from './run.ts'

export type FailureCategory = 'run' | 'limit' | 'output' | 'server'

const categories: Partial<Record<ErrorCode, FailureCategory>> = {
  TIMEOUT: 'limit',
  ENGINE_SILENT: 'limit',
  OUTPUT_LIMIT: 'limit',
  BUDGET_EXCEEDED: 'limit',
  RESOURCE_LIMIT: 'limit',
  SKILL_LIMIT_EXCEEDED: 'limit',
  SCHEMA_VALIDATION_FAILED: 'output',
  ARTIFACT_MISSING: 'output',
  INTERACTIVE_MAX_ATTEMPT_EXCEEDED: 'limit',
  SESSION_RESUME_FAILED: 'run',
  SCRIPT_FAILED: 'run',
  ENGINE_FAILED: 'run',
}

/** Where to look first: at the skill's own run, a limit, its output, or the server. */
export const categoryOf = (code: string): FailureCategory => categories[code as ErrorCode] ?? 'server'

/** What a run ended with, in the words of the table. */
export const runError = (code: ErrorCode, details: Details = {}): RunError => ({ code, message: errors[code].message, details })
