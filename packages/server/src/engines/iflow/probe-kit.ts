import type { ProbeKit } from '../probe-kit.ts'
import { usualKey } from './settings.ts'

/** How often it asks a provider that fails, no setting says. */
export const iflowProbe: ProbeKit = {
  model: 'qwen3-coder-plus',
  settings: (url) => ({ baseUrl: `${url}/v1` }),
  env: (_url, key) => ({ [usualKey]: key }),
  shell: (command) => ({ name: 'run_shell_command', args: { command } }),
}
