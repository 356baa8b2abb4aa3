import { type Connection, step } from './connection.ts'
import type { Leaving } from './runs.ts'
import type { AnswerOf, Schemas, SkillDetail, SkillSchemas, SkillSummary, SkillSwitched, SkillVersions } from './types.ts'

export type Skills = ReturnType<typeof skillsOf>

export function skillsOf(connection: Connection) {
  const at = (id: string, rest = ''): string => `/v1/skills/${step(id)}${rest}`
  return {
    list: ({ signal }: Leaving = {}): Promise<SkillSummary[]> => connection.json({ path: '/v1/skills', signal }),

    get: (id: string, { signal }: Leaving = {}): Promise<SkillDetail> => connection.json({ path: at(id), signal }),

    /** All that a form for it needs. */
    schemas: (id: string, { signal }: Leaving = {}): Promise<SkillSchemas> =>
      connection.json({ path: `/v1/management/skills/${step(id)}/schemas`, signal }),

    /** An OpenAPI document of this skill alone. */
    openapi: (id: string, { signal }: Leaving = {}): Promise<AnswerOf<'getSkillOpenApi'>> =>
      connection.json({ path: at(id, '/openapi.json'), signal }),

    versions: (id: string, { signal }: Leaving = {}): Promise<SkillVersions> =>
      connection.json({ path: at(id, '/versions'), signal }),

    /** Uses an old version again: the one before when none is named. */
    restore: (id: string, which: Schemas['SkillRestore'] = {}, { signal }: Leaving = {}): Promise<SkillSwitched> =>
      connection.json({ method: 'POST', path: at(id, '/restore'), body: which, signal }),

    /** Takes it out of use; it can be restored. */
    remove: (id: string, { signal }: Leaving = {}): Promise<SkillSwitched> =>
      connection.json({ method: 'DELETE', path: at(id), signal }),
  }
}
