import type { Account } from '../account.ts'
import { sameButFor } from '../credentials.ts'
import { geminiHosts } from './hosts.ts'
import { geminiEnv, noVariables, programArgv, settingsFile, trustOf } from './launch.ts'

/** Its own exit code for a sign-in that is missing or cannot be used. */
const notSignedIn = 41

/** It has the sign-in of a person, and only Google could tell more. It says so when it debugs, and then goes on as if it had none. */
const couldNotAskGoogle = /^Cached credentials are not valid: request to \S+ failed/m

const sessionBegan = /^\{"type":"init"/m

export const geminiAccount: Account = {
  env: () => [
    'GEMINI_API_KEY',
    'GOOGLE_API_KEY',
    'GOOGLE_GEMINI_BASE_URL',
    'GOOGLE_VERTEX_BASE_URL',
    'GOOGLE_GENAI_API_VERSION',
    'GOOGLE_GENAI_USE_VERTEXAI',
    'GOOGLE_CLOUD_PROJECT',
    'GOOGLE_CLOUD_LOCATION',
  ],
  keys: () => ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  hosts: geminiHosts,
  files: [
    { name: '.gemini/oauth_creds.json', mayReplace: sameButFor(['access_token', 'id_token'], 'expiry_date') },
    { name: '.gemini/google_accounts.json', mayReplace: () => false },
  ],
  // Its own first question would be whether the empty folder that it starts in can be trusted.
  login: (more) => ['--skip-trust', ...more],
  // A turn that reaches nobody: it gets as far as the sign-in, and the sign-in is judged before the model is called.
  probe: {
    launch: (request) => ({
      argv: [...programArgv(request), '-m', 'gemini-2.5-flash', '-o', 'stream-json', '--debug'],
      env: { ...request.env, ...geminiEnv(request), GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9' },
      stdin: 'Nobody hears this.',
      files: [trustOf(request.places.workspace)],
      shown: [settingsFile(request, { general: { maxAttempts: 1 } }), noVariables],
    }),
    // Its session begins once it is signed in; other trouble, such as with its settings, tells nothing of a sign-in.
    isSignedIn: ({ code, stdout, stderr }) => (code === notSignedIn ? couldNotAskGoogle.test(stderr) : sessionBegan.test(stdout)),
  },
}
