import { createHash } from 'node:crypto'
import type { PackageAccepted, PackageInstall, PackageVerdict } from '@agent-skill-runner/contract/skill-package.ts'
import { checkAnswer } from './answers.ts'
import type { Answer } from './app.ts'
import { formOf, send } from './forms.ts'
import { filesOf, type TestSkill } from './skills.ts'
import { mode, type ZipEntry, zipOf } from './zips.ts'

/** A skill as the entries of an archive, in one folder. */
export const entriesOf = (skill: TestSkill, folder = skill.id): ZipEntry[] =>
  filesOf(skill).map(([path, text]) => ({ name: `${folder}/${path}`, data: text, deflate: true, mode: mode.file }))

/** A skill as a package, with more entries. */
export const packageWith = (skill: TestSkill, ...more: readonly ZipEntry[]): Buffer => zipOf([...entriesOf(skill), ...more])

interface Server {
  readonly url: string
}

export const install = (
  app: Server,
  zip: Buffer,
  headers: Record<string, string> = {},
  query: '' | '?force=1' = '',
): Promise<Answer<PackageAccepted>> => send(app.url, `/v1/skill-packages/install${query}`, formOf({ file: zip }), headers)

export const validate = (app: Server, zip: Buffer): Promise<Answer<PackageVerdict>> =>
  send(app.url, '/v1/skill-packages/validate', formOf({ file: zip }))

export const installOf = async (
  app: { get<T>(path: string): Promise<Answer<T>> },
  { body }: Answer<PackageAccepted>,
): Promise<PackageInstall> => (await app.get<PackageInstall>(`/v1/skill-packages/${body.request_id}`)).body

export async function removeSkill<T>(app: Server, id: string): Promise<Answer<T>> {
  const path = `/v1/skills/${id}`
  const response = await fetch(app.url + path, { method: 'DELETE' })
  const body = await response.json()
  checkAnswer('DELETE', path, response.status, body)
  return { status: response.status, headers: response.headers, body: body as T }
}

/** What the digest of a skill has to be: one line for each of its files, by path, with whether it can be executed and its content. */
export const digestOfSkill = (skill: TestSkill): string =>
  sha256(
    filesOf(skill)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, text]) => `${JSON.stringify([path, false, sha256(text)])}\n`)
      .join(''),
  )

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
