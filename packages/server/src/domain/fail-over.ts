import type { ErrorCode } from '@agent-skill-runner/contract/errors.ts'
import type { Run } from './run.ts'

/** An engine that runs the skill where one before it cannot reach its provider, as it was planned when the job was created. */
export type Fallback = Pick<Run, 'engine' | 'engineVersion' | 'model' | 'engineConfig'>

/** An engine that was started and gave nothing, because of its provider. */
export interface EngineTried extends Fallback {
  readonly errorCode: ErrorCode
  readonly message: string
}

/** The engines that a job names, in their order. */
export const enginesOf = ({
  enginesTried,
  fallbacks,
  ...run
}: Pick<Run, keyof Fallback | 'enginesTried' | 'fallbacks'>): Fallback[] => [...enginesTried, run, ...fallbacks]

const providerFaults: ReadonlySet<string> = new Set<ErrorCode>(['AUTH_REQUIRED', 'RATE_LIMITED', 'MODEL_UNAVAILABLE'])

/** Faults of whom an engine asks, and not of skill, engine or server: another engine may not have them. */
export const isProviderFault = (code: string): boolean => providerFaults.has(code)
