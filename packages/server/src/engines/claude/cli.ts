import type { Cli, Machine } from '../cli.ts'
import { streamJsonCapabilities } from '../help.ts'

/** Machines that it brings a native program for. What npm links is a stub until a script of the package has run, and none runs here. */
const machines = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

export const claudeCli: Cli = {
  npm: '@anthropic-ai/claude-code',
  pinned: '2.1.325',
  entry: ({ platform, arch }: Machine) => {
    const machine = `${platform}-${arch}`
    if (!machines.includes(machine)) return null
    return { folder: `node_modules/@anthropic-ai/claude-code-${machine}`, path: 'claude', runBy: 'itself' }
  },
  version: { args: ['--version'], read: (printed) => /^(\d+\.\d+\.\d+\S*) \(Claude Code\)/m.exec(printed)?.[1] ?? null },
  help: [['--help']],
  capabilities: ([page = '']) => streamJsonCapabilities(page, needed),
}

const needed = ['--print', '--output-format', '--verbose', '--model', '--permission-mode', '--settings', '--strict-mcp-config']
