import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { everyAttack } from '../support/escapes/every-attack.ts'
import { escapesOf, keptBy, openScene } from '../support/escapes/scene.ts'

/** What srt does not prevent, as docs/security.md tells. */
const known: readonly string[] = [
  'holds a file against whoever opens it',
  'leaves a key in a keyring',
  'looks at the devices of the machine',
  'measures by perf',
  'reads shared memory of others',
  'types into a terminal',
]

verifies('sandbox.no-escape', 'in srt no attack succeeds but those that are known and told', async (context) => {
  await using scene = await openScene(context, { SKILL_RUNNER_SANDBOX: 'required', SKILL_RUNNER_EXEC_SANDBOX: 'srt' })
  const escaped = Object.keys(await escapesOf(scene, 'command'))
  // Some of them are prevented by settings of the kernel.
  const expected = everyAttack.filter((attack) => known.includes(attack.name) && keptBy(attack) === null)
  assert.deepEqual(escaped.toSorted(), expected.map(({ name }) => name).toSorted())
})
