import assert from 'node:assert/strict'
import { verifies } from '../../../test/verifies.ts'
import { torment } from '../../../torture/torture.ts'
import { temporaryFolder } from './support/folder.ts'
import { withoutPostgres } from './support/postgres.ts'

verifies(
  'torture.over-postgres',
  'six rounds of kill -9 for the server and of crashes of its Postgres leave nothing that is wrong',
  async (context) => {
    const folder = await temporaryFolder(context)
    const { counts } = await torment({ seed: 20261119, rounds: 6, folder, overPostgres: true })
    assert.deepEqual([counts.get('starts'), counts.get('second starts')], [6, 2])
    // A torture in which nothing happens proves nothing.
    assert.ok(counts.get('restarts of Postgres'))
  },
  { skip: withoutPostgres },
)
