import type { Account } from '../account.ts'
import { sameButFor } from '../credentials.ts'
import { isFields } from '../fields.ts'
import { claudeHosts } from './hosts.ts'
import { claudeEnv } from './launch.ts'

const keys = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN']

const newTokens = sameButFor(['claudeAiOauth.accessToken', 'claudeAiOauth.refreshToken'], 'claudeAiOauth.expiresAt')

/** What a refresh tells anew of the plan of the same person. */
const ofThePlan = [
  'refreshTokenExpiresAt',
  'subscriptionType',
  'subscriptionTypeSource',
  'subscriptionTypeVerifiedAt',
  'rateLimitTier',
]

export const claudeAccount: Account = {
  env: () => [...keys, 'ANTHROPIC_BASE_URL'],
  keys: () => keys,
  hosts: claudeHosts,
  files: [
    {
      name: '.claude/.credentials.json',
      mayReplace: (before, after) => newTokens(withoutPlan(before), withoutPlan(after)),
    },
  ],
  login: (more) => ['auth', 'login', ...more],
  probe: {
    launch: (request) => ({
      argv: [request.program.path, 'auth', 'status'],
      env: claudeEnv(request),
      stdin: null,
      files: [],
      shown: [],
    }),
    isSignedIn: ({ code }) => code === 0,
  },
}

function withoutPlan(file: unknown): unknown {
  if (!isFields(file) || !isFields(file['claudeAiOauth'])) return file
  const rest = Object.entries(file['claudeAiOauth']).filter(([name]) => !ofThePlan.includes(name))
  return { ...file, claudeAiOauth: Object.fromEntries(rest) }
}
