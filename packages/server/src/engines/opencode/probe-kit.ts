import type { ProbeKit } from '../probe-kit.ts'

const keyVariable = 'SCRIPTED_KEY'

/** A provider of its own. How often it asks one that fails, no setting says. */
export const opencodeProbe: ProbeKit = {
  model: 'scripted/scripted-model',
  settings: (url) => ({
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${url}/v1`, apiKey: `{env:${keyVariable}}` },
        models: { 'scripted-model': { tool_call: true, limit: { context: 128_000, output: 8192 } } },
      },
    },
  }),
  env: (_url, key) => ({ [keyVariable]: key }),
  shell: (command) => ({ name: 'bash', args: { command, description: 'does it' } }),
}
