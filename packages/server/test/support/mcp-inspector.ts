import type { Cli } from '../../src/engines/cli.ts'

/** MCP Inspector, of which tests use the command line. It is no engine: this says only how npm brings it. */
export const inspectorCli: Cli = {
  npm: '@modelcontextprotocol/inspector',
  pinned: '2.12.0',
  // All that npm brought: what it needs lies beside it.
  entry: () => ({
    folder: '.',
    path: 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
    runBy: 'node',
  }),
  version: { args: ['--cli', '--version'], read: (printed) => /^(\d+\.\d+\.\d+)$/m.exec(printed)?.[1] ?? null },
  help: [['--cli', '--help']],
  capabilities: ([page = '']) => ({
    resume: false,
    outputSchema: false,
    missing: ['--protocol-era', '--strict', '--verify', '--tool-args-json'].filter((option) => !page.includes(option)),
  }),
}
