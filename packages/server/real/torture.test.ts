import assert from 'node:assert/strict'
import { verifies } from '../../../test/verifies.ts'
import { torment } from '../../../torture/torture.ts'
import { temporaryFolder } from '../test/support/folder.ts'
import { kits, realCli } from '../test/support/real-engine.ts'

for (const kit of kits) {
  const cli = await realCli(kit.engine)

  verifies(
    'engines.cycle-and-torture-over-all',
    `${kit.title}: three rounds of kill -9 for the server and its conversations leave nothing that is wrong`,
    async (context) => {
      const { counts } = await torment({ seed: 11, rounds: 3, folder: await temporaryFolder(context), engines: [kit.engine] })
      assert.deepEqual([counts.get('starts'), counts.get('second starts')], [3, 1])
      // A torture in which nothing happens proves nothing.
      const happened = [`talk jobs with ${kit.engine}`, 'reply accepted']
      assert.deepEqual(
        happened.filter((what) => !counts.get(what)),
        [],
      )
    },
    { skip: cli.skip },
  )
}
