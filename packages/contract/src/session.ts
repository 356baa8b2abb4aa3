import { type Static, Type } from 'typebox'
import { closed, nullable, oneOf, open } from './shared.ts'

export const SignIn = open(
  { token: Type.String({ minLength: 1, maxLength: 4096, description: 'A token of this server' }) },
  { $id: 'SignIn' },
)

export const Session = closed(
  {
    needs_token: Type.Boolean({ description: 'false: this server has no tokens, and everybody is allowed everything' }),
    name: nullable(Type.String({ description: 'Name of the token that is signed in; null: nobody is' })),
    scopes: Type.Array(oneOf(['read', 'run', 'admin'])),
  },
  { $id: 'Session', description: 'Who a browser is signed in as' },
)

export type Session = Static<typeof Session>
