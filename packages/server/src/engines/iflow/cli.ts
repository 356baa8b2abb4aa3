import type { Capabilities, Cli } from '../cli.ts'
import { optionsIn } from '../help.ts'

export const iflowCli: Cli = {
  npm: '@iflow-ai/iflow-cli',
  pinned: '0.5.19',
  withdrawn: 'Its vendor ended the service on 17 April 2026, and npm no longer has the package.',
  entry: () => null,
  version: { args: ['--version'], read: (printed) => /^(\d+\.\d+\.\d+\S*)\s*$/m.exec(printed)?.[1] ?? null },
  help: [['--help']],
  capabilities,
}

const needed = ['--model', '--yolo']

function capabilities([page = '']: readonly string[]): Capabilities {
  const options = optionsIn(page)
  return { resume: options.has('--resume'), outputSchema: false, missing: needed.filter((option) => !options.has(option)) }
}
