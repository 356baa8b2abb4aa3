import type { Account } from '../account.ts'
import type { LaunchRequest } from '../engine.ts'
import { qwenHosts } from './hosts.ts'
import { flags, programArgv, qwenEnv, settingsFile } from './launch.ts'

const keys = ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY']

const sessionBegan = /^\{"type":"system","subtype":"init"/m

const nowhere = (request: LaunchRequest) => ({
  argv: [...programArgv(request), ...flags(request, 'nobody'), '--max-wall-time', '1s'] as const,
  env: { ...request.env, ...qwenEnv(request), OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' },
  stdin: 'Nobody hears this.',
  files: [settingsFile(request)],
  shown: [],
})

export const qwenAccount: Account = {
  env: () => [...keys, 'OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL', 'GOOGLE_GEMINI_BASE_URL'],
  keys: () => keys,
  hosts: qwenHosts,
  // The sign-in of a person was ended by its makers; what is left are keys.
  files: [],
  login: (more) => [...more],
  howToSignIn: 'Set OPENAI_API_KEY and OPENAI_BASE_URL for the server: qwen has no other sign-in any more.',
  // A turn that reaches nobody, and is over before it has tried seven times: its session begins once it has a key.
  probe: { launch: nowhere, isSignedIn: ({ stdout }) => sessionBegan.test(stdout) },
}
