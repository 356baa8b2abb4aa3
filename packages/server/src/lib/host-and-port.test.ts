import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostAndPort } from './host-and-port.ts'

test('a URL leads to a host and a port, spelled in one way', () => {
  assert.equal(hostAndPort('https://Api.Example.com/v1'), 'api.example.com:443')
  assert.equal(hostAndPort('http://api.example.com'), 'api.example.com:80')
  assert.equal(hostAndPort('wss://api.example.com'), 'api.example.com:443')
  assert.equal(hostAndPort('http://127.1:4000/v1'), '127.0.0.1:4000')
  assert.equal(hostAndPort('http://user:word@[::1]:4000/'), '[::1]:4000')
})

test('what is no URL, or leads to nobody, leads nowhere', () => {
  for (const text of ['', 'api.example.com', 'file:///etc/passwd', 'mailto:a@example.com', 'http://'])
    assert.equal(hostAndPort(text), null)
})
