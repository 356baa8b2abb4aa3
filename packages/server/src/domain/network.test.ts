import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asksForTooMuch, everyPublicHost, type Network, networkOfEngine, networkOfScript } from './network.ts'

const off: Network = { level: 'off' }
const host: Network = { level: 'host' }
const listed: Network = { level: 'gated', hosts: ['listed.example'] }
const nobody: Network = { level: 'gated', hosts: [] }

test('a script has no network unless its skill asks, and never more than the operator allows', () => {
  const rows: readonly (readonly [Network | null, Network, Network])[] = [
    [null, off, off],
    [off, off, off],
    [listed, listed, listed],
    [everyPublicHost, everyPublicHost, everyPublicHost],
    [host, everyPublicHost, host],
  ]
  for (const [asked, gated, unbound] of rows)
    assert.deepEqual([networkOfScript(asked, 'gated'), networkOfScript(asked, 'host')], [gated, unbound])
})

test('an engine reaches public hosts, or what its skill or the operator says; its provider is let through in any case', () => {
  const rows: readonly (readonly [Network | null, Network, Network])[] = [
    [null, everyPublicHost, host],
    [off, nobody, nobody],
    [listed, listed, listed],
    [everyPublicHost, everyPublicHost, everyPublicHost],
    [host, everyPublicHost, host],
  ]
  for (const [asked, gated, unbound] of rows)
    assert.deepEqual([networkOfEngine(asked, 'gated'), networkOfEngine(asked, 'host')], [gated, unbound])
})

test('only the network of the host can be too much', () => {
  assert.deepEqual(
    [null, off, listed, everyPublicHost, host].map((asked) => [asksForTooMuch(asked, 'gated'), asksForTooMuch(asked, 'host')]),
    [...Array(4).fill([false, false]), [true, false]],
  )
})
