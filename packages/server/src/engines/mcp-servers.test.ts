import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mcpBehindGate, mcpHosts } from './mcp-servers.ts'

const settings = {
  model: 'one',
  mcp_servers: { local: { url: 'http://127.0.0.1:9000/mcp' }, program: { command: 'npx', args: ['http://127.0.0.1:1'] } },
  mcpServers: { far: { httpUrl: 'https://mcp.example/x' }, old: { url: 'http://localhost:9001/sse' }, odd: 'text' },
  mcp: { remote: { type: 'remote', url: 'http://10.0.0.7:9002' } },
}

test('the hosts of MCP servers are found wherever a CLI names them', () => {
  assert.deepEqual(mcpHosts(settings), ['127.0.0.1:9000', 'mcp.example:443', 'localhost:9001', '10.0.0.7:9002'])
  assert.deepEqual(mcpHosts({ mcpServers: 'none' }), [])
})

test('they get the names that the gate knows them by, and nothing else changes', () => {
  const renamed = mcpBehindGate(settings, (url) => url.replace(/127\.0\.0\.1|localhost|10\.0\.0\.7/, 'mcp.internal'))
  assert.deepEqual(renamed, {
    model: 'one',
    mcp_servers: {
      local: { url: 'http://mcp.internal:9000/mcp' },
      program: { command: 'npx', args: ['http://127.0.0.1:1'] },
    },
    mcpServers: { far: { httpUrl: 'https://mcp.example/x' }, old: { url: 'http://mcp.internal:9001/sse' }, odd: 'text' },
    mcp: { remote: { type: 'remote', url: 'http://mcp.internal:9002' } },
  })
})
