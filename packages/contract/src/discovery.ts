import { type Static, Type } from 'typebox'
import { closed, oneOf } from './shared.ts'

/** Agent Skills Discovery, a proposal of version 0.2.0. */
export const AgentSkillsIndex = closed(
  {
    $schema: Type.Literal('https://schemas.agentskills.io/discovery/0.2.0/schema.json'),
    skills: Type.Array(
      closed({
        name: Type.String(),
        type: oneOf(['skill-md', 'archive'], 'skill-md: SKILL.md is the whole skill; archive: a zip with SKILL.md at its top'),
        description: Type.String(),
        url: Type.String({ description: 'Relative to the server; needs the same token' }),
        digest: Type.String({ pattern: '^sha256:[0-9a-f]{64}$', description: 'Of the bytes at url' }),
      }),
      { description: 'Enabled skills by name, at most 1000' },
    ),
  },
  { $id: 'AgentSkillsIndex' },
)

export type AgentSkillsIndex = Static<typeof AgentSkillsIndex>
