import type { Capabilities, Cli, Machine } from '../cli.ts'
import { optionsIn } from '../help.ts'

/**
 * The native program itself: what npm links is put there by a script, and none of a package runs. On x64 the build for every
 * processor: the other one ends with an illegal instruction where there is no AVX2.
 */
const targets: Readonly<Record<string, string>> = {
  'linux-x64': 'opencode-linux-x64-baseline',
  'linux-arm64': 'opencode-linux-arm64',
  'darwin-x64': 'opencode-darwin-x64-baseline',
  'darwin-arm64': 'opencode-darwin-arm64',
}

export const opencodeCli: Cli = {
  npm: 'opencode-ai',
  pinned: '1.18.33',
  entry: ({ platform, arch }: Machine) => {
    const target = targets[`${platform}-${arch}`]
    return target === undefined ? null : { folder: `node_modules/${target}`, path: 'bin/opencode', runBy: 'itself' }
  },
  version: { args: ['--version'], read: (printed) => /^(\d+\.\d+\.\d+\S*)\s*$/m.exec(printed)?.[1] ?? null },
  help: [['run', '--help']],
  capabilities,
}

const needed = ['--format', '--model', '--title', '--auto']

function capabilities([page = '']: readonly string[]): Capabilities {
  const options = optionsIn(page)
  return {
    resume: options.has('--session'),
    outputSchema: false,
    missing: needed.filter((option) => !options.has(option)),
  }
}
