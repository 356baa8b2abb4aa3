import { type Static, Type } from 'typebox'
import { closed, ErrorView, fileOf, Instant, nullable, oneOf, open } from './shared.ts'

const zip = (description: string) => fileOf('application/zip', description)

export const PackageForm = closed({ file: zip('A zip with exactly one folder at its top: the skill') }, { $id: 'PackageForm' })

const packageStates = ['running', 'succeeded', 'failed'] as const
const status = oneOf(packageStates)
const action = oneOf(
  ['install', 'update', 'unchanged'],
  'update: it replaced an installed skill with this id, which is now archived; unchanged: this very package is installed already',
)

export const PackageAccepted = closed({ request_id: Type.String(), status }, { $id: 'PackageAccepted' })

export const PackageInstall = closed(
  {
    request_id: Type.String(),
    status,
    skill_id: nullable(Type.String({ description: 'null: unknown' })),
    version: nullable(Type.String()),
    digest: nullable(Type.String({ description: 'sha256 over every file of the skill' })),
    action: nullable(action),
    error: nullable(ErrorView),
    created_at: Instant,
    finished_at: nullable(Instant),
  },
  { $id: 'PackageInstall' },
)

export const PackageVerdict = closed(
  {
    valid: Type.Boolean({ description: 'It can be installed now' }),
    skill_id: nullable(Type.String()),
    version: nullable(Type.String()),
    digest: nullable(Type.String()),
    action: nullable(action),
    problems: Type.Array(
      closed({
        entry: nullable(Type.String({ description: 'A path in the archive or the skill; null: the package as a whole' })),
        message: Type.String(),
      }),
      { description: 'Every problem of the package' },
    ),
    warnings: Type.Array(Type.String(), { description: 'Problems that do not prevent its use, but should be fixed' }),
  },
  { $id: 'PackageVerdict' },
)

export const SkillVersion = closed(
  {
    version: Type.String(),
    digest: Type.String(),
    current: Type.Boolean({ description: 'New jobs use this version' }),
    installed_at: Instant,
  },
  { $id: 'SkillVersion' },
)

export const SkillVersions = closed(
  { skill_id: Type.String(), versions: Type.Array(SkillVersion, { description: 'Newest first' }) },
  { $id: 'SkillVersions' },
)

export const SkillRestore = open(
  {
    version: Type.Optional(
      Type.String({ maxLength: 128, description: 'Default: the version that was in use before the current one' }),
    ),
    digest: Type.Optional(
      Type.String({ minLength: 8, maxLength: 64, pattern: '^[0-9a-f]+$', description: 'A prefix is enough' }),
    ),
  },
  { $id: 'SkillRestore' },
)

export const SkillSwitched = closed(
  {
    skill_id: Type.String(),
    version: nullable(Type.String({ description: 'The version that new jobs use now; null: the skill is gone' })),
    digest: nullable(Type.String()),
    archived_version: nullable(Type.String({ description: 'The version that can be restored; null: none was in use' })),
  },
  { $id: 'SkillSwitched' },
)

export type PackageAccepted = Static<typeof PackageAccepted>
export type PackageInstall = Static<typeof PackageInstall>
export type PackageVerdict = Static<typeof PackageVerdict>
export type SkillVersions = Static<typeof SkillVersions>
export type SkillRestore = Static<typeof SkillRestore>
export type SkillSwitched = Static<typeof SkillSwitched>
