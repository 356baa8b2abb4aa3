import { createInterface } from 'node:readline'
import type { ClientCommand } from './client-command.ts'
import { destinationFor, serverFlags, serverHelp } from './connect.ts'
import { exits, helpOf } from './exit-codes.ts'
import { openRelay } from './mcp-relay.ts'
import { noWords } from './one-word.ts'
import { parseWords } from './words.ts'

const help = `skill-runner mcp [--project ID]

Connects an MCP client to a running server: JSON-RPC messages, one on each line, go from stdin to the server, and its
messages to stdout. Revisions 2026-07-28 and 2025-11-25. Problems are told on stderr. The server may be restarted in
between.

  --project ID         the project (default: that of the token, else default)
${serverHelp}
In the settings of a client: command "<this folder>/skill-runner", arguments ["mcp"]. docs/mcp.md has examples.

${helpOf('succeeded', 'usage')}`

const { json: _, ...flags } = serverFlags

export const mcp: ClientCommand = {
  help,
  async run(args) {
    const { values, positionals } = parseWords(args, { ...flags, project: { type: 'string' } })
    noWords(positionals)
    const { url, token } = await destinationFor(values)
    const relay = openRelay({
      url: new URL(values.project === undefined ? '/mcp' : `/mcp/projects/${encodeURIComponent(values.project)}`, url),
      token,
      write: (message) => process.stdout.write(`${JSON.stringify(message)}\n`),
      log: (line) => process.stderr.write(`${line}\n`),
    })
    for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) relay.take(line)
    await relay.settled()
    return exits.succeeded.code
  },
}
