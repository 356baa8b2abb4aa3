import type { Capabilities, Cli } from '../cli.ts'
import { optionsIn } from '../help.ts'

export const geminiCli: Cli = {
  npm: '@google/gemini-cli',
  pinned: '0.61.0',
  entry: () => ({ folder: 'node_modules', path: '@google/gemini-cli/bundle/gemini.js', runBy: 'node' }),
  version: { args: ['--version'], read: (printed) => /^(\d+\.\d+\.\d+\S*)\s*$/m.exec(printed)?.[1] ?? null },
  help: [['--help']],
  capabilities,
}

const needed = ['--model', '--approval-mode', '--output-format']

function capabilities([page = '']: readonly string[]): Capabilities {
  const options = optionsIn(page)
  const streams = page.includes('"stream-json"') ? [] : ['stream-json']
  return {
    resume: options.has('--resume'),
    outputSchema: false,
    missing: [...needed.filter((option) => !options.has(option)), ...streams],
  }
}
