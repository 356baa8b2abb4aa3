import type { Cli } from '../cli.ts'
import { streamJsonCapabilities } from '../help.ts'

export const qwenCli: Cli = {
  npm: '@qwen-code/qwen-code',
  pinned: '0.24.4',
  // What npm links starts this in a second process, and waits for it with closed ears.
  entry: () => ({ folder: 'node_modules', path: '@qwen-code/qwen-code/cli.js', runBy: 'node' }),
  version: { args: ['--version'], read: (printed) => /^(\d+\.\d+\.\d+\S*)\s*$/m.exec(printed)?.[1] ?? null },
  help: [['--help']],
  capabilities: ([page = '']) => streamJsonCapabilities(page, needed),
}

const needed = ['--model', '--approval-mode', '--output-format', '--auth-type']
