// Printed by npm run generate; never edited.
export type { components, operations, paths } from '../generated/openapi.js';
export type { SkillRunnerOptions } from './connection.js';
export type { Answering, Outcome, Reply } from './converse.js';
export { InvalidCallError, SkillRunError, SkillRunnerError } from './errors.js';
export type { FollowOptions } from './follow.js';
export type { FileContent, Files, WithFiles } from './forms.js';
export type { JobRequest, RunOptions } from './jobs.js';
export { SkillRunner } from './skill-runner.js';
export type { ServerSentEvent } from './sse.js';
export { SseParser } from './sse.js';
export { streamEventOf } from './stream-event.js';
export type { TempPackage } from './temp-runs.js';
export type * from './types.js';
export { isOver, type WaitOptions } from './wait.js';
