import type { Capabilities, Cli } from '../cli.ts'
import { optionsIn } from '../help.ts'

export const qwenCli: Cli = {
  npm: '@qwen-code/qwen-code',
  pinned: '0.24.4',
  // What npm links starts this in a second process, and waits for it with closed ears.
  entry: () => ({ folder: 'node_modules', path: '@qwen-code/qwen-code/cli.js', runBy: 'node' }),
  version: { args: ['--version'], read: (printed) => /^(\d+\.\d+\.\d+\S*)\s*$/m.exec(printed)?.[1] ?? null },
  help: [['--help']],
  capabilities,
}

const needed = ['--model', '--approval-mode', '--output-format', '--auth-type']

function capabilities([page = '']: readonly string[]): Capabilities {
  const options = optionsIn(page)
  const streams = page.includes('"stream-json"') ? [] : ['stream-json']
  return {
    resume: options.has('--resume'),
    outputSchema: options.has('--json-schema'),
    missing: [...needed.filter((option) => !options.has(option)), ...streams],
  }
}
