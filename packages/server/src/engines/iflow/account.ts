import { hostAndPort } from '../../lib/host-and-port.ts'
import type { Account } from '../account.ts'
import type { Settings } from '../settings.ts'
import { baseUrlOf, keyVariable, urlVariable, usualKey } from './settings.ts'

const keyNames = (settings: Settings): string[] => [...new Set([usualKey, keyVariable(settings) ?? usualKey])]

/** The sign-in of its vendor is gone; what is left is a key for a provider that speaks as OpenAI does, and its address. */
export const iflowAccount: Account = {
  env: (settings) => [...keyNames(settings), urlVariable],
  keys: keyNames,
  hosts: (settings, env) => [baseUrlOf(settings, env) ?? ''].flatMap((url) => hostAndPort(url) ?? []),
  files: [],
  login: (more) => more,
  howToSignIn: `Set ${usualKey} and ${urlVariable} for the server, or write baseUrl and apiKey: "$NAME" into .iflow/settings.json of the agent home.`,
  probe: {
    // Nobody has to be asked: it looks for these three itself, and for the kind of account.
    launch: ({ settings, env }) => {
      const key = keyVariable(settings)
      const hasKey = key !== null && env[key] !== undefined
      return settings['selectedAuthType'] === 'openai-compatible' && hasKey && baseUrlOf(settings, env) !== null
    },
    isSignedIn: ({ code }) => code === 0,
  },
}
