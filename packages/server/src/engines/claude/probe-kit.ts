import type { ProbeKit } from '../probe-kit.ts'

export const claudeProbe: ProbeKit = {
  model: 'claude-sonnet-5-5',
  settings: () => ({ env: { CLAUDE_CODE_MAX_RETRIES: '0' } }),
  env: (url, key) => ({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url }),
  shell: (command) => ({ name: 'Bash', args: { command, description: 'does it' } }),
  answer: (args) => ({ name: 'StructuredOutput', args }),
}
