import type { Account } from '../account.ts'
import { sameButFor } from '../credentials.ts'
import type { LaunchRequest } from '../engine.ts'
import { isFields, isText } from '../fields.ts'
import type { Settings } from '../settings.ts'
import { codexHosts } from './hosts.ts'
import { codexEnv, homeFiles } from './launch.ts'
import { ownProvider } from './settings.ts'

/** Keys, all of them: where its provider is it is told by its settings. */
function variables(settings: Settings): string[] {
  const { env_key: key, env_http_headers: headers } = ownProvider(settings) ?? {}
  const named = [key, ...(isFields(headers) ? Object.values(headers) : [])]
  return [...new Set(['CODEX_API_KEY', 'OPENAI_API_KEY', ...named.filter(isText)])]
}

export const codexAccount: Account = {
  env: variables,
  keys: variables,
  hosts: codexHosts,
  // A refresh gives new tokens and tells when; the key and the account stay.
  files: [
    {
      name: '.codex/auth.json',
      mayReplace: sameButFor(['tokens.id_token', 'tokens.access_token', 'tokens.refresh_token'], 'last_refresh'),
    },
  ],
  login: (more) => ['login', ...more],
  probe: {
    launch: (request) => knownWithoutAsking(request) ?? statusLaunch(request),
    isSignedIn: ({ code }) => code === 0,
  },
}

/** Keys of providers and keys in the environment are none of what `login status` tells about. */
function knownWithoutAsking({ settings, env }: LaunchRequest): boolean | null {
  const { env_key: key, requires_openai_auth: needsOpenAi }: Settings = ownProvider(settings) ?? { requires_openai_auth: true }
  if (isText(key)) return env[key] !== undefined
  if (needsOpenAi !== true) return true
  return env['CODEX_API_KEY'] !== undefined || env['OPENAI_API_KEY'] !== undefined ? true : null
}

const statusLaunch = (request: LaunchRequest) => ({
  argv: [request.program.path, 'login', 'status'] as const,
  env: codexEnv(request),
  stdin: null,
  files: homeFiles(request, {}),
  shown: [],
})
