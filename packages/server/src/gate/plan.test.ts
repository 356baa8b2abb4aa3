import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planGate } from './plan.ts'

test('a run gets its provider by the word of the operator, and the list by the word of the skill', () => {
  const { rules, ignored } = planGate(['api.example.com', 'gateway:4000'], ['listed.example', '*.wild.example:8443'])
  assert.deepEqual(rules, [
    { name: 'api.example.com', below: false, ports: [443, 80], by: 'operator', at: null },
    { name: 'gateway', below: false, ports: [4000], by: 'operator', at: null },
    { name: 'listed.example', below: false, ports: [443, 80], by: 'skill', at: null },
    { name: 'wild.example', below: true, ports: [8443], by: 'skill', at: null },
  ])
  assert.deepEqual(ignored, [])
})

test('entries of the list that are no names have no effect, and are told', () => {
  const { rules, ignored } = planGate([], ['10.0.0.1', 'localhost', 'listed.example', '127.0.0.1:8080'])
  assert.deepEqual(
    rules.map(({ name }) => name),
    ['listed.example'],
  )
  assert.deepEqual(ignored, ['10.0.0.1', 'localhost', '127.0.0.1:8080'])
})

test('a provider on loopback or at an address gets a name, and the run is told that name', () => {
  const { rules, nameFor } = planGate(['127.0.0.1:4000', 'localhost:80', '[::1]:8443', '127.0.0.1:4000'], [])
  assert.deepEqual(rules, [
    { name: 'model.internal', below: false, ports: [4000], by: 'operator', at: { host: '127.0.0.1', port: 4000 } },
    { name: 'model-2.internal', below: false, ports: [80], by: 'operator', at: { host: 'localhost', port: 80 } },
    { name: 'model-3.internal', below: false, ports: [8443], by: 'operator', at: { host: '::1', port: 8443 } },
  ])
  assert.equal(nameFor('http://127.0.0.1:4000/v1'), 'http://model.internal:4000/v1')
  assert.equal(nameFor('http://127.0.0.1:4000'), 'http://model.internal:4000')
  assert.equal(nameFor('http://user:word@127.1:4000/v1/?a=:1'), 'http://user:word@model.internal:4000/v1/?a=:1')
  assert.equal(nameFor('http://localhost/v1'), 'http://model-2.internal/v1')
  assert.equal(nameFor('https://[::1]:8443/'), 'https://model-3.internal:8443/')
})

test('a URL of anybody else stays as it is', () => {
  const { nameFor } = planGate(['127.0.0.1:4000', 'api.example.com:443'], [])
  for (const url of ['https://api.example.com/v1', 'http://127.0.0.1:4001/', 'http://127.0.0.2:4000/', 'no URL', ''])
    assert.equal(nameFor(url), url)
})

test('an MCP server on loopback gets a name of its own, and one with a name is the operator’s', () => {
  const { rules, nameFor } = planGate(['127.0.0.1:4000'], ['*'], ['127.0.0.1:9000', 'mcp.example:8443'])
  assert.deepEqual(
    rules.map(({ name, ports, by }) => [name, ports, by]),
    [
      ['model.internal', [4000], 'operator'],
      ['mcp.internal', [9000], 'operator'],
      ['mcp.example', [8443], 'operator'],
      ['*', [443, 80, 8080, 8443], 'skill'],
    ],
  )
  assert.equal(nameFor('http://127.0.0.1:9000/mcp'), 'http://mcp.internal:9000/mcp')
})
