import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Job } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { spawnFaulty } from '../../../../torture/faults/server.ts'
import { clientOf } from '../support/app.ts'
import { temporaryFolder } from '../support/folder.ts'
import { writeSkill } from '../support/skills.ts'
import { interactive, replayOnly, says, talkSkill } from '../support/talk.ts'
import { until } from '../support/until.ts'

const hourMs = 3_600_000

verifies(
  'autoreply.from-the-store',
  'a clock that is set back by hours right after an auto reply delays the next one by no hours',
  async (context) => {
    const folder = await temporaryFolder(context)
    writeSkill(join(folder, 'skills'), talkSkill('asks', [[says('What?')], [says('And what?')], [says({ word: 'it' })]]))
    const server = spawnFaulty(folder, replayOnly)
    context.after(() => server.kill())
    const client = clientOf(await server.url)
    const id = await client.create('asks', {
      engine: 'replay',
      runtime_options: { ...interactive, interactive_auto_reply: true, interactive_reply_timeout_sec: 1 },
    })
    const decided = async (times: number): Promise<Job | false> => {
      const job = await client.job(id)
      return job.auto_decision_count >= times && job
    }
    await until('the first question is decided', () => decided(1))
    await server.shiftClock(-3 * hourMs)
    const began = performance.now()
    await until('the second one is decided', async () => performance.now() - began > 30_000 || decided(2))
    assert.equal((await client.job(id)).auto_decision_count, 2)
  },
)
