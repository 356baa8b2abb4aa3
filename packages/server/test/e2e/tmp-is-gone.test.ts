import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/until.ts'

const writes = 'echo kept > artifacts/kept; echo scratch > tmp/scratch'
const skills = [
  { id: 'succeeds', sh: `${writes}; echo "{}" > "$SKILL_RESULT_FILE"` },
  { id: 'fails', sh: `${writes}; exit 3` },
  { id: 'waits', sh: `${writes}; echo there; sleep 1000` },
]

verifies(
  'run.tmp-is-gone',
  'the temporary files of a run are gone with it, however it ends, and its artifacts are not',
  async () => {
    await using app = await startApp({ skills })
    const isThere = async (id: string, path: string) => existsSync(join(app.runFolder((await app.job(id)).run_id), path))
    const timed = { runtime_options: { timeout_sec: 1 } }
    const canceled = await app.create('waits')
    await until('it has written', () => isThere(canceled, 'tmp/scratch'))
    await app.post(`/v1/jobs/${canceled}/cancel`)
    const ids = [await app.create('succeeds'), await app.create('fails'), canceled, await app.create('waits', timed)]
    const ends = await Promise.all(ids.map((id) => app.until(id, 'succeeded', 'failed', 'canceled')))
    assert.deepEqual(
      ends.map(({ status, error }) => [status, error?.code]),
      [
        ['succeeded', undefined],
        ['failed', 'SCRIPT_FAILED'],
        ['canceled', 'CANCELED_BY_USER'],
        ['failed', 'TIMEOUT'],
      ],
    )
    for (const id of ids) {
      await until('its temporary files are gone', async () => !(await isThere(id, 'tmp')))
      assert.ok(await isThere(id, 'artifacts/kept'))
    }
  },
)
