import type { ProbeKit } from '../probe-kit.ts'

export const geminiProbe: ProbeKit = {
  model: 'gemini-2.5-flash',
  settings: () => ({ general: { maxAttempts: 1 } }),
  env: (url, key) => ({ GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url }),
  shell: (command) => ({ name: 'run_shell_command', args: { command } }),
}
