import type { Cli } from '../cli.ts'
import { optionsIn } from '../help.ts'

export const toyCli: Cli = {
  npm: 'toy-agent',
  pinned: '1.0.0',
  entry: () => ({ folder: 'node_modules', path: 'toy-agent/toy-agent.mjs', runBy: 'node' }),
  version: { args: ['--version'], read: (printed) => /^toy (\S+)$/m.exec(printed)?.[1] ?? null },
  help: [['--help']],
  capabilities([page = '']) {
    const options = optionsIn(page)
    const missing = ['--model', '--may-ask'].filter((option) => !options.has(option))
    return { resume: options.has('--resume'), outputSchema: false, missing }
  },
}
