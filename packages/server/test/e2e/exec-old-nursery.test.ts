import assert from 'node:assert/strict'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { ended, exec, run, start, taskOf, tool } from '../support/exec.ts'
import { temporaryFolder } from '../support/folder.ts'
import { killNursery } from '../support/nursery.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const waits = 'echo up; while [ ! -e go ]; do sleep 0.02; done; echo done; exit 3'
const stubborn = "trap '' TERM; (setsid sleep 1000 &); echo up; while :; do sleep 1; done"

/** One server starts two tasks and is killed; the next cannot reach the nursery that keeps them. */
const nurseries = [
  {
    what: 'a nursery of another version',
    hide: (socket: string) => renameSync(socket, join(socket, '../socket')),
  },
  { what: 'a nursery whose socket is gone', hide: (socket: string) => rmSync(socket) },
]

for (const { what, hide } of nurseries)
  verifies(
    'exec.tasks-outlive-the-server',
    `${what} sees its tasks to their ends, which are told and can be canceled`,
    async (context) => {
      const folder = await temporaryFolder(context)
      const first = await startServer({ folder, skills: [tool] })
      context.after(() => killNursery(join(folder, 'data')))
      const finishes = await start(first, waits, { session_id: 'a' })
      const stays = await start(first, stubborn, { session_id: 'b' })
      for (const id of [finishes, stays]) await until(`${id} is up`, async () => (await taskOf(first, id)).stdout.text === 'up\n')
      await first.kill()
      hide(join(folder, 'data/exec/nursery/socket.2'))

      await using second = await startServer({ folder })
      assert.equal((await ended(second, await start(second, 'echo new', { session_id: 'c' }))).status, 'succeeded')
      assert.deepEqual([(await taskOf(second, finishes)).status, (await taskOf(second, stays)).status], ['running', 'running'])
      await run(second, 'touch ../skill/go', { session_id: 'a', workdir: 'beside' })
      const finished = await ended(second, finishes)
      assert.deepEqual([finished.status, finished.exit_code, finished.stdout.text], ['failed', 3, 'up\ndone\n'])
      await second.post(`${exec}/tasks/${stays}:cancel`)
      const canceled = await ended(second, stays)
      assert.deepEqual([canceled.status, canceled.error?.code], ['canceled', 'CANCELED_BY_USER'])
    },
  )
