import assert from 'node:assert/strict'
import { verifies } from '../../../test/verifies.ts'
import { torment } from '../../../torture/torture.ts'
import { temporaryFolder } from '../test/support/folder.ts'
import { kits, kitsHere, realCli } from '../test/support/real-engine.ts'

/** In its six rounds every engine has two conversations with replies or more, and no server dies while it starts. */
const together = { seed: 787, rounds: 6 }
const alone = { seed: 11, rounds: 3 }
const mostSeeds = 4

/** All engines on one server, and each of them alone. */
const groups = [
  { title: 'all six together', ...together, members: kits },
  ...kitsHere.map((kit) => ({ title: kit.title, ...alone, members: [kit] })),
]

for (const { title, seed, rounds, members } of groups) {
  const engines = members.map(({ engine }) => engine)
  const clis = await Promise.all(engines.map((engine) => realCli(engine)))

  verifies(
    'engines.cycle-and-torture-over-all',
    `${title}: ${rounds} rounds of kill -9 for the server and its conversations leave nothing that is wrong`,
    async (context) => {
      // A torture in which nothing happens proves nothing.
      const mustHappen = [...engines.map((engine) => `talk jobs with ${engine}`), 'reply accepted']
      let missing = mustHappen
      // On a busy machine an engine may not get as far as its first question before it is killed: then other moments are tried.
      for (let more = 0; missing.length > 0 && more < mostSeeds; more++) {
        const { counts } = await torment({ seed: seed + more, rounds, folder: await temporaryFolder(context), engines })
        if (more === 0) assert.deepEqual([counts.get('starts'), counts.get('second starts')], [rounds, rounds / 3])
        missing = missing.filter((what) => !counts.get(what))
      }
      assert.deepEqual(missing, [])
    },
    { skip: clis.map(({ skip }) => skip).find((skip) => skip !== false) ?? false },
  )
}
