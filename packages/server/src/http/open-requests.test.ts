import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import { test } from 'node:test'
import { limitOpenBy } from './open-requests.ts'

test('who has left before he is counted is not counted, and whoever comes next is let in', async (context) => {
  const limit = limitOpenBy(1)
  const count = (raw: ServerResponse) => limit({ principal: { caller: 'anybody' } }, { raw, header: () => {} })
  const server = createServer(async (request, response) => {
    if (request.url === '/leaves') await once(response, 'close')
    count(response)
    response.end('counted')
    server.emit('counted')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const counted = once(server, 'counted')
  const leaving = createConnection({ host: '127.0.0.1', port })
  leaving.end('GET /leaves HTTP/1.1\r\nHost: here\r\n\r\n')
  await counted
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'counted')
})
