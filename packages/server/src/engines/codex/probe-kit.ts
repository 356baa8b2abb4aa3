import type { ProbeKit } from '../probe-kit.ts'

const keyVariable = 'SCRIPTED_KEY'

/** A provider of its own. */
export const codexProbe: ProbeKit = {
  model: 'gpt-5.5@medium',
  settings: (url) => ({
    model_provider: 'scripted',
    model_providers: {
      scripted: {
        name: 'scripted',
        base_url: `${url}/v1`,
        wire_api: 'responses',
        env_key: keyVariable,
        request_max_retries: 0,
        stream_max_retries: 0,
      },
    },
  }),
  env: (_url, key) => ({ [keyVariable]: key }),
  shell: (cmd) => ({ name: 'exec_command', args: { cmd } }),
}
