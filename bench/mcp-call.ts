const revision = '2026-07-28'

/** A call of a tool as clients of the newest revision send it. */
export const callOf = (name: string, args: object, progressToken?: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name,
    arguments: args,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
      ...(progressToken === undefined ? {} : { progressToken }),
    },
  },
})

export const headersOf = (name: string): Record<string, string> => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': revision,
  'mcp-method': 'tools/call',
  'mcp-name': name,
})
