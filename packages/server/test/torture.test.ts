import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { torment } from '../../../torture/torture.ts'
import { temporaryFolder } from './support/folder.ts'

verifies(
  [
    'torture.records-are-right',
    'torture.waiting-runs-go-on',
    'torture.nothing-is-left',
    'torture.second-restart-changes-nothing',
  ],
  'twenty rounds of kill -9 for the server and its engines leave nothing that is wrong',
  async (context) => {
    const { counts } = await torment({ seed: 20261115, rounds: 20, folder: await temporaryFolder(context) })
    assert.deepEqual([counts.get('starts'), counts.get('second starts')], [20, 6])
    // A torture in which nothing happens proves nothing.
    const happened = ['found running', 'found waiting_user', 'waiting runs that went on', 'reply accepted', 'processes killed']
    assert.deepEqual(
      happened.filter((what) => !counts.get(what)),
      [],
    )
  },
)

const main = join(import.meta.dirname, '../../../torture/main.ts')
const torture = (...args: readonly string[]) =>
  spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', timeout: 300_000 })

test('npm run torture says how it is used, and refuses what it does not understand', () => {
  const help = torture('--help')
  assert.deepEqual([help.status, help.stderr], [0, ''])
  assert.match(help.stdout, /^Usage: npm run torture -- \[options\]\n/)
  for (const wrong of [['--seed', 'x'], ['--rounds', '-1'], ['--speed', '2'], ['again']]) {
    const { status, stdout, stderr } = torture(...wrong)
    assert.deepEqual([status, stdout, stderr.endsWith(help.stdout)], [2, '', true], stderr)
  }
})

test('a round that cannot be played is told with what is needed to play it again', async (context) => {
  const folder = await temporaryFolder(context)
  const { status, stderr } = torture('--engines', 'replay,telex', '--seed', '3', '--rounds', '1', '--folder', folder)
  assert.equal(status, 1)
  assert.match(stderr, /There is no telex to torture\./)
  assert.match(stderr, /The same again: npm run torture -- --seed 3 --from 0 --rounds 1 --engines replay,telex\n$/)
})
