import assert from 'node:assert/strict'
import { test } from 'node:test'
import { servedBy } from './served.ts'

const endpoint = { port: 8080, host_port: 8081, url: 'http://127.0.0.1:8081' }

test('a service is told by its ports, and whether they answer', () => {
  const service = { kind: 'service', exposed_endpoints: [endpoint], exposed_endpoints_active: true }
  assert.deepEqual(servedBy(service), { endpoints: [endpoint], isActive: true })
  assert.deepEqual(servedBy({ kind: 'service' }), { endpoints: [], isActive: false })
  assert.equal(servedBy({ kind: 'task', exposed_endpoints: [endpoint] }), null)
  assert.equal(servedBy({}), null)
})

test('an address that is not one of a server is never a link', () => {
  const bad = { ...endpoint, url: 'javascript:alert(1)' }
  assert.deepEqual(servedBy({ kind: 'service', exposed_endpoints: [bad, null, 7] }), { endpoints: [], isActive: false })
})
