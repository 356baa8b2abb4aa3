import assert from 'node:assert/strict'
import { thorough } from '../../../test/thorough.ts'
import { verifies } from '../../../test/verifies.ts'
import { planOfExec, tormentExec } from '../../../torture/exec.ts'
import { randomOf } from '../../../torture/random.ts'
import { temporaryFolder } from './support/folder.ts'

/** By hand: npm run torture -- --exec --rounds 500. The seed is one with which nurseries die alone and with their server. */
const rounds = thorough ? 20 : 3
const seed = 20261118

verifies(
  'exec.tasks-outlive-the-server',
  'servers and nurseries that are killed at random lose no task, no step of a job, no byte, no output and no end, start nothing twice, and leave nothing',
  async (context) => {
    const folder = await temporaryFolder(context)
    const plans = Array.from({ length: rounds }, (_, number) => planOfExec(randomOf(seed, number)))
    const ends = await tormentExec({ folder, seed, from: 0, rounds, stop: context.signal, onRound() {} })
    const counts = [...Map.groupBy(ends, (end) => end)].map(([end, all]) => [end, all.length])
    context.diagnostic(`seed ${seed}, ${rounds} rounds: ${JSON.stringify(Object.fromEntries(counts))}`)
    // A torture in which nothing happens proves nothing.
    assert.ok(ends.includes('succeeded') && ends.includes('job succeeded'), ends.join())
    if (rounds < 20) return
    const deaths = new Set(plans.map(({ nurseryDies }) => nurseryDies))
    assert.ok(ends.includes('service reached') && deaths.has('alone') && deaths.has('with the server'), ends.join())
  },
)
