import { type Connection, step } from './connection.ts'
import { type FileContent, formOf } from './forms.ts'
import { eachOf } from './pages.ts'
import type { Leaving } from './runs.ts'
import type {
  AnswerOf,
  ProjectSkill,
  ProjectSkillFiles,
  ProjectSkillRemoved,
  ProjectSkillUploaded,
  ProjectSkillVersions,
  QueryOf,
} from './types.ts'

export type ProjectSkills = ReturnType<typeof projectSkillsOf>

/** A version by its hash, or at least 8 characters of its beginning; the active one when left out. */
type OfVersion = Leaving & { readonly version?: string | undefined }

/** The skills of one project, by its address. */
export function projectSkillsOf(connection: Connection, project: string) {
  const root = `${project}/skills`
  const at = (name: string, rest = ''): string => `${root}/${step(name)}${rest}`
  return {
    /** `for await`: by name, page after page as they are wanted. */
    list: ({ signal, ...query }: Leaving & QueryOf<'listProjectSkills'> = {}): AsyncGenerator<ProjectSkill, void> =>
      eachOf(
        query.cursor,
        (cursor) => connection.json<AnswerOf<'listProjectSkills'>>({ path: root, query: { ...query, cursor }, signal }),
        ({ skills }) => skills,
      ),

    files: (name: string, { version, signal }: OfVersion = {}): Promise<ProjectSkillFiles> =>
      connection.json({ path: at(name, '/files'), query: { version }, signal }),

    /** One file, as an answer of fetch: `.text()`, `.blob()` and `.arrayBuffer()` are the whole of it. */
    read: (name: string, path = 'SKILL.md', { version, signal }: OfVersion = {}): Promise<Response> => {
      const steps = path.split('/').map(step).join('/')
      return connection.open({ path: at(name, `/files/${steps}`), query: { version }, signal })
    },

    /** Uploads a skill as a zip with one folder, and uses it at once. The first upload creates the project. */
    async upload(zip: FileContent, { signal }: Leaving = {}): Promise<ProjectSkillUploaded> {
      const body = await formOf({}, { file: zip })
      return connection.json({ method: 'POST', path: `${root}:upload`, body, isRepeatable: true, signal })
    },

    versions: (name: string, { signal }: Leaving = {}): Promise<ProjectSkillVersions> =>
      connection.json({ path: at(name, '/versions'), signal }),

    /** Uses a version that was uploaded before. */
    activate: (name: string, versionHash: string, { signal }: Leaving = {}): Promise<ProjectSkill> => {
      const body = { version_hash: versionHash }
      return connection.json({ method: 'POST', path: `${at(name)}:activate`, body, isRepeatable: true, signal })
    },

    /** A skill that is disabled can be neither loaded nor run. */
    setEnabled: (name: string, enabled: boolean, { signal }: Leaving = {}): Promise<ProjectSkill> =>
      connection.json({ method: 'PATCH', path: at(name), body: { enabled }, isRepeatable: true, signal }),

    /** Deletes a skill with all its versions. */
    remove: (name: string, { signal }: Leaving = {}): Promise<ProjectSkillRemoved> =>
      connection.json({ method: 'DELETE', path: at(name), signal }),
  }
}
