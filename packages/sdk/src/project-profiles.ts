import { type Connection, step } from './connection.ts'
import type { Leaving } from './runs.ts'
import type { AnswerOf, BodyOf } from './types.ts'

export type ProjectProfiles = ReturnType<typeof projectProfilesOf>

/** What tokens may do in a project. To change one takes the scope admin. */
export function projectProfilesOf(connection: Connection, project: string) {
  const root = `${project}/profiles`
  const at = (name: string): string => `${root}/${step(name)}`
  return {
    list: async ({ signal }: Leaving = {}): Promise<AnswerOf<'listProfiles'>['profiles']> =>
      (await connection.json<AnswerOf<'listProfiles'>>({ path: root, signal })).profiles,

    get: (name: string, { signal }: Leaving = {}): Promise<AnswerOf<'getProfile'>> => connection.json({ path: at(name), signal }),

    /** Creates it, or replaces it as a whole. */
    put: (name: string, profile: BodyOf<'putProfile'>, { signal }: Leaving = {}): Promise<AnswerOf<'putProfile'>> =>
      connection.json({ method: 'PUT', path: at(name), body: profile, isRepeatable: true, signal }),

    /** Tokens that name it may then use no tool. */
    remove: (name: string, { signal }: Leaving = {}): Promise<AnswerOf<'deleteProfile'>> =>
      connection.json({ method: 'DELETE', path: at(name), signal }),
  }
}
