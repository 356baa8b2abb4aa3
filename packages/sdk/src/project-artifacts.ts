import { type Connection, step } from './connection.ts'
import { blobOf, type FileContent } from './forms.ts'
import { eachOf } from './pages.ts'
import type { Leaving } from './runs.ts'
import type { AnswerOf, QueryOf } from './types.ts'

export type ProjectArtifacts = ReturnType<typeof projectArtifactsOf>

/** Files of a project that commands take as inputs and leave as outputs. */
export function projectArtifactsOf(connection: Connection, project: string) {
  const root = `${project}/artifacts`
  const at = (id: string, rest = ''): string => `${root}/${step(id)}${rest}`
  return {
    /** At most 20 MiB. The name is what it is downloaded as, and its ending tells its type. */
    async upload(name: string, content: FileContent, { signal }: Leaving = {}): Promise<AnswerOf<'uploadExecArtifact'>> {
      const body = new FormData()
      body.append('file', await blobOf(name, content), name)
      return connection.json({ method: 'POST', path: root, body, signal })
    },

    /** `for await`: the newest first, page after page as they are wanted. */
    list: ({
      signal,
      ...query
    }: Leaving & QueryOf<'listExecArtifacts'> = {}): AsyncGenerator<AnswerOf<'listExecArtifacts'>['artifacts'][number], void> =>
      eachOf(
        query.cursor,
        (cursor) => connection.json<AnswerOf<'listExecArtifacts'>>({ path: root, query: { ...query, cursor }, signal }),
        ({ artifacts }) => artifacts,
      ),

    get: (id: string, { signal }: Leaving = {}): Promise<AnswerOf<'getExecArtifact'>> =>
      connection.json({ path: at(id), signal }),

    /** Its content, as an answer of fetch: `.text()`, `.blob()` and `.arrayBuffer()` are the whole of it. */
    read: (id: string, { signal }: Leaving = {}): Promise<Response> => connection.open({ path: at(id, '/content'), signal }),

    remove: (id: string, { signal }: Leaving = {}): Promise<AnswerOf<'deleteExecArtifact'>> =>
      connection.json({ method: 'DELETE', path: at(id), signal }),
  }
}
