import type { Cli } from '../cli.ts'
import { streamJsonCapabilities } from '../help.ts'

export const geminiCli: Cli = {
  npm: '@google/gemini-cli',
  pinned: '0.61.0',
  entry: () => ({ folder: 'node_modules', path: '@google/gemini-cli/bundle/gemini.js', runBy: 'node' }),
  version: { args: ['--version'], read: (printed) => /^(\d+\.\d+\.\d+\S*)\s*$/m.exec(printed)?.[1] ?? null },
  help: [['--help']],
  capabilities: ([page = '']) => ({ ...streamJsonCapabilities(page, needed), outputSchema: false }),
}

const needed = ['--model', '--approval-mode', '--output-format']
