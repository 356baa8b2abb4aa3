import type { ProbeKit } from '../probe-kit.ts'

export const qwenProbe: ProbeKit = {
  model: 'qwen3-coder-plus',
  settings: () => ({ model: { generationConfig: { maxRetries: 0 } } }),
  env: (url, key) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1` }),
  shell: (command) => ({ name: 'run_shell_command', args: { command, description: 'does it', is_background: false } }),
}
