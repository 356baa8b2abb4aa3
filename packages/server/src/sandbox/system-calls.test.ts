import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { verifies } from '../../../../test/verifies.ts'
import { forbidden, judged, unknown } from './system-calls.ts'

const table = readFileSync(new URL('../../test/fixtures/system-calls.txt', import.meta.url), 'utf8')

/** As the kernel's headers have them. */
const numbers = new Map(
  table
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' '))
    .map(([name = '', x64 = '', arm64 = '']) => [name, [x64, arm64].map((one) => (one === '-' ? null : Number(one)))]),
)

verifies('sandbox.system-calls', 'every call that is filtered has the number that the kernel gives it, on x64 and arm64', () => {
  const ours = { ...forbidden, ...unknown, ...judged }
  assert.equal(Object.keys(ours).length, 68)
  assert.deepEqual(ours, Object.fromEntries(Object.keys(ours).map((name) => [name, numbers.get(name)])))
})

verifies('sandbox.system-calls', 'no call is listed twice, and none shares its number with another', () => {
  const all = [forbidden, unknown, judged].flatMap((part) => Object.entries(part))
  assert.equal(new Set(all.map(([name]) => name)).size, all.length)
  for (const processor of [0, 1] as const) {
    const used = all.map(([, pair]) => pair[processor]).filter((number) => number !== null)
    assert.equal(new Set(used).size, used.length)
  }
})
