import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { JobAccepted, JobRequest, SkillRunner, TempPackage, TempRunCreate } from '@agent-skill-runner/sdk/source'
import { unreachable } from '../lib/unreachable.ts'
import { type GivenFlags, needsSchemas, requestOf, type ValueSchemas } from './job-request.ts'
import { validateHere } from './validate-here.ts'
import { UsageError } from './words.ts'
import { nothingAt, packageAt, zipOfFiles } from './zip-folder.ts'

/** What is sent to the server: a job of a skill there, or one with the skill along. */
export type Submission =
  | { readonly kind: 'installed'; readonly request: JobRequest }
  | { readonly kind: 'temporary'; readonly request: TempRunCreate & TempPackage }

/** A folder or zip of this machine, or else the name of a skill of the server. A folder here that has the name of a skill means the skill. */
export const isPath = (word: string): boolean => /\/|\.zip$|^\.$/.test(word)

/** What a value means is looked up in the schemas of the skill, where there are such values. */
export async function submissionFor(
  runner: SkillRunner,
  word: string,
  given: GivenFlags,
  signal: AbortSignal,
): Promise<Submission> {
  if (isPath(word) && !existsSync(word)) throw new UsageError(nothingAt(word))
  if (isPath(word)) return { kind: 'temporary', request: await withPackage(word, given) }
  const schemas = needsSchemas(given) ? (await runner.skills.get(word, { signal })).schemas : null
  return { kind: 'installed', request: { skill_id: word, ...requestOf(given, schemas) } }
}

async function withPackage(path: string, given: GivenFlags): Promise<TempRunCreate & TempPackage> {
  // Somebody's whole home would be read before the server could say so.
  if (!path.endsWith('.zip') && !existsSync(join(path, 'SKILL.md'))) throw new UsageError(`${path} has no SKILL.md`)
  const skill = await packageAt(path)
  const { files, archive, ...request } = requestOf(given, needsSchemas(given) ? await schemasIn(skill) : null)
  const hasFiles = Object.keys(files).length > 0
  if (hasFiles && archive) throw new UsageError('Use --file or --archive, not both, with a skill that is not installed')
  return { ...request, skill, archive: hasFiles ? await zipOfFiles(files) : archive }
}

/** Of a skill that only lies here. What is wrong with it the server says. */
const schemasIn = async (zip: Blob): Promise<ValueSchemas> => (await validateHere(zip)).skill?.schemas ?? null

/** Under a key that a repeat may use. With a skill along, the run has started when this returns. */
export function submit(
  { jobs, tempRuns }: SkillRunner,
  submission: Submission,
  options: { readonly idempotencyKey: string; readonly signal: AbortSignal },
): Promise<JobAccepted> {
  switch (submission.kind) {
    case 'installed':
      return jobs.create(submission.request, options)
    case 'temporary':
      return tempRuns.start(submission.request, options)
    default:
      return unreachable(submission)
  }
}

/** The id of a job that may have been created under this key. */
export async function idOf(
  { jobs, tempRuns }: SkillRunner,
  submission: Submission,
  options: { readonly idempotencyKey: string; readonly signal: AbortSignal },
): Promise<string> {
  if (submission.kind === 'installed') return (await jobs.create(submission.request, options)).request_id
  const { skill: _skill, archive: _archive, ...request } = submission.request
  return (await tempRuns.create(request, options)).request_id
}
