import type { Capabilities, Cli, Machine } from '../cli.ts'
import { optionsIn } from '../help.ts'

/** The native program itself: the script that npm links only starts it, and on older Nodes stays between it and its signals. */
const targets: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
}

export const codexCli: Cli = {
  npm: '@openai/codex',
  pinned: '0.166.0',
  entry: ({ platform, arch }: Machine) => {
    const target = targets[`${platform}-${arch}`]
    if (target === undefined) return null
    return { folder: `node_modules/@openai/codex-${platform}-${arch}/vendor/${target}`, path: 'bin/codex', runBy: 'itself' }
  },
  version: { args: ['--version'], read: (printed) => /^codex-cli (\d+\.\d+\.\d+\S*)/m.exec(printed)?.[1] ?? null },
  help: [
    ['exec', '--help'],
    ['exec', 'resume', '--help'],
  ],
  capabilities,
}

const needed = [
  '--json',
  '--skip-git-repo-check',
  '--strict-config',
  '--profile',
  '--sandbox',
  '--dangerously-bypass-approvals-and-sandbox',
]

function capabilities([exec = '', resume = '']: readonly string[]): Capabilities {
  const options = optionsIn(exec)
  return {
    resume: resume.includes('[SESSION_ID]'),
    outputSchema: options.has('--output-schema'),
    missing: needed.filter((option) => !options.has(option)),
  }
}
