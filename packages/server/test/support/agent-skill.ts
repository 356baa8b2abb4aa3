import { writeSkill } from './skills.ts'

const tool = (id: string, phase: string, name: string, exit = 0) => ({
  event: { type: 'tool', phase, id, name, input: { command: 'npm test' }, ...(phase === 'started' ? {} : { exit_code: exit }) },
})

const question = '<ASK_USER_YAML>\nkind: choose_one\nprompt: Which one?\noptions:\n  - fast\n  - careful\n</ASK_USER_YAML>'

/** What agents do: tool calls, some of which fail and are tried again, a pause, noise, a file, a question, and then the rest. */
const turns = [
  {
    steps: [
      { event: { type: 'session', handle: 's-1' } },
      { message: 'I look at the project first.' },
      tool('a', 'started', 'shell'),
      tool('a', 'failed', 'shell', 1),
      tool('b', 'started', 'shell'),
      tool('b', 'completed', 'shell'),
      { sleep_ms: 1500 },
      tool('c', 'started', 'read_file'),
      tool('c', 'completed', 'read_file'),
      { stdout: 'not an event' },
      { stderr: '\u001b[33mwarning\u001b[0m: it is slow' },
      { event: { type: 'usage', input_tokens: 12_345, output_tokens: 678, cached_tokens: 9000, cost_usd: 0.0421 } },
      { message: `I found two ways.\n\n${question}`, final: true },
    ],
  },
  {
    steps: [
      tool('d', 'started', 'shell'),
      tool('d', 'completed', 'shell'),
      { write: { path: 'artifacts/notes.md', text: '# Notes\n' } },
      { message: 'Done.\n```json\n{"way": "fast", "__SKILL_DONE__": true,}\n```', final: true },
    ],
  },
]

/** Writes the skill `agent`, which is played by the replay engine and asks one question. */
export function writeAgentSkill(skills: string): void {
  writeSkill(skills, {
    id: 'agent',
    runner: {
      engines: ['replay'],
      execution_modes: ['interactive'],
      entrypoint: { type: 'prompt', prompt: { template: 'assets/prompt.txt' } },
    },
    files: { 'assets/prompt.txt': 'Work.', 'assets/replay/default.json': JSON.stringify({ turns }) },
  })
}
