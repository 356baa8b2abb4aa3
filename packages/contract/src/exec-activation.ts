import { Type } from 'typebox'
import { VersionPrefix } from './project-skill.ts'
import { closed, open } from './shared.ts'

export const ExecActivate = open(
  {
    skill_name: Type.String({ minLength: 1, maxLength: 128, description: 'A skill of the project' }),
    version: Type.Optional({
      ...VersionPrefix,
      description:
        'version_hash or a prefix of it: commands of this session use it from now on. Left out: they use the active version of the project',
    }),
  },
  { $id: 'ExecActivate' },
)

export const ExecActivation = closed(
  {
    session_id: Type.String(),
    skill_name: Type.String(),
    version_hash: Type.String(),
    folder: Type.String({ description: 'Where commands of this session find it: workdir skill' }),
    files: Type.Integer({ description: 'Of the skill' }),
  },
  { $id: 'ExecActivation' },
)
