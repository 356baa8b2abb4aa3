import { Session, SignIn } from '../session.ts'
import { json, operation } from './operation.ts'

const tag = 'session'
const path = '/v1/session'

export const getSession = operation({
  method: 'get',
  path,
  tag,
  summary: 'Whether a browser is signed in, and as whom',
  scope: null,
  returns: json(Session),
  errors: [],
})

export const signIn = operation({
  method: 'post',
  path,
  tag,
  summary: 'Exchange a token for a cookie that only this server can read; for web pages of this server',
  scope: null,
  body: SignIn,
  returns: json(Session),
  errors: ['INVALID_REQUEST', 'UNAUTHORIZED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
})

export const signOut = operation({
  method: 'delete',
  path,
  tag,
  summary: 'End the session of this browser; its cookie is worth nothing from then on',
  scope: null,
  returns: json(Session),
  errors: [],
})
