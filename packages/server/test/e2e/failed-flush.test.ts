import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Readiness } from '@agent-skill-runner/contract/health.ts'
import type { JobList } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { spawnFaulty } from '../../../../torture/faults/server.ts'
import { clientOf } from '../support/app.ts'
import { temporaryFolder } from '../support/folder.ts'
import { ofSqlite } from '../support/over.ts'
import { writeSkill } from '../support/skills.ts'

verifies(
  'door.health-ready-metrics',
  'after a flush of the database that failed the server takes nothing, says so, and loses nothing that it took',
  async (context) => {
    const folder = await temporaryFolder(context)
    writeSkill(join(folder, 'skills'), { id: 'quick' })
    const first = spawnFaulty(folder, {})
    context.after(() => first.kill())
    const client = clientOf(await first.url)
    const taken = (await client.run('quick')).request_id
    await first.inject({
      seed: 1,
      share: 1,
      codes: ['EIO'],
      reads: false,
      rows: false,
      flushes: true,
      data: join(folder, 'data'),
    })
    const refused = await client.post('/v1/jobs', { skill_id: 'quick', runtime_options: { no_cache: true } })
    assert.deepEqual([refused.status, (await first.heal()).hits], [500, 1])
    assert.equal((await client.post('/v1/jobs', { skill_id: 'quick', runtime_options: { no_cache: true } })).status, 500)
    const { status, body } = await client.get<Readiness>('/readyz')
    const message = 'The database could not be brought to the disk. Check the disk, then restart the server.'
    assert.deepEqual([status, body.ready, body.checks.store], [503, false, { ok: false, message }])
    await first.kill()

    const second = spawnFaulty(folder, {})
    context.after(() => second.kill())
    const again = clientOf(await second.url)
    assert.equal((await again.get<Readiness>('/readyz')).body.ready, true)
    assert.equal((await again.job(taken)).status, 'succeeded')
    assert.ok((await again.get<JobList>('/v1/jobs')).body.jobs.length >= 1)
    assert.equal((await again.job((await again.run('quick')).request_id)).status, 'succeeded')
  },
  ofSqlite,
)
