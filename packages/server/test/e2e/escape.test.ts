import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { everyAttack } from '../support/escapes/every-attack.ts'
import { escapesOf, keptBy, openScene, ways } from '../support/escapes/scene.ts'
import { asOrdinaryUser } from '../support/ordinary-user.ts'

verifies('sandbox.no-escape', 'no attack leaves the sandbox, as a command, a task, a service or a step', async (context) => {
  await using scene = await openScene(context, { SKILL_RUNNER_SANDBOX: 'required' })
  for (const way of ways) assert.deepEqual(await escapesOf(scene, way), {}, way)
})

verifies(
  'sandbox.no-escape',
  'without the sandbox every attack succeeds but those that something else prevents',
  async (context) => {
    await using scene = await openScene(context, { SKILL_RUNNER_SANDBOX: 'off' })
    const escaped = Object.keys(await escapesOf(scene, 'command'))
    const missed = everyAttack.filter((attack) => keptBy(attack) === null && !escaped.includes(attack.name))
    assert.deepEqual(
      missed.map(({ name }) => name),
      [],
    )
  },
)

asOrdinaryUser(import.meta.url, 1)
