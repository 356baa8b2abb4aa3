import type { ProjectSkillUploaded } from '@agent-skill-runner/contract/project-skill.ts'
import { checkAnswer } from './answers.ts'
import type { Answer } from './app.ts'
import { formOf, send } from './forms.ts'
import { type ZipEntry, zipOf } from './zips.ts'

interface Server {
  readonly url: string
}

type Headers = Record<string, string>

/** The files of a plain skill, by path. */
export const plainSkill = (name: string, description: string, more: Readonly<Record<string, string>> = {}) => ({
  'SKILL.md': `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it.\n`,
  ...more,
})

/** Files in one folder, as a zip. */
export const zipped = (folder: string, files: Readonly<Record<string, string | Buffer>>, ...more: ZipEntry[]): Buffer =>
  zipOf([...Object.entries(files).map(([path, data]) => ({ name: `${folder}/${path}`, data })), ...more])

export const skillsAt = (project: string): string => `/v1/projects/${project}/skills`

export const uploadTo = (
  { url }: Server,
  project: string,
  zip: Buffer,
  headers: Headers = {},
): Promise<Answer<ProjectSkillUploaded>> => send(url, `${skillsAt(project)}:upload`, formOf({ file: zip }), headers)

/** A request of any method, its JSON answer held against openapi.json. */
export async function ask<T = unknown>(
  { url }: Server,
  method: string,
  path: string,
  body?: unknown,
  headers: Headers = {},
): Promise<Answer<T>> {
  const response = await fetch(url + path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const answer = isJson ? JSON.parse(text) : text
  if (isJson) checkAnswer(method, path, response.status, answer)
  return { status: response.status, headers: response.headers, body: answer as T }
}
