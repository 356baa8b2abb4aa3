import { type Static, Type } from 'typebox'
import { closed, Instant, open } from './shared.ts'

export const ProfileName = Type.String({
  pattern: '^[a-z0-9][a-z0-9._-]{0,62}$',
  description: 'As tokens name it: lower-case letters, digits, dots, hyphens and underscores',
})

const profile = {
  name: Type.String(),
  project_id: Type.String(),
  allowed_tools: Type.Array(Type.String(), { description: 'Tools that its tokens may use, like skills_run_cmd' }),
  ui_allowed: Type.Boolean({ description: 'Whether web pages may run something with it' }),
  created_at: Instant,
  updated_at: Instant,
}

export const Profile = closed(profile, { $id: 'Profile' })

/** As an answer of its own. */
export const ProfileView = closed(profile, { $id: 'ProfileView' })

export const ProfileList = closed({ profiles: Type.Array(Profile, { description: 'By name' }) }, { $id: 'ProfileList' })

export const ProfilePut = open(
  {
    allowed_tools: Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 100,
      description: 'skills_run_cmd or skills.run_cmd; an empty list allows none',
    }),
    ui_allowed: Type.Optional(Type.Boolean({ default: false })),
  },
  { $id: 'ProfilePut' },
)

export const ProfileRemoved = closed({ name: Type.String(), removed: Type.Literal(true) }, { $id: 'ProfileRemoved' })

export type Profile = Static<typeof Profile>
