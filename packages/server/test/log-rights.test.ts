import assert from 'node:assert/strict'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { ended, exec, start, taskOf, tool } from './support/exec.ts'
import { asOrdinaryUser } from './support/ordinary-user.ts'
import { until } from './support/until.ts'

/** On a server that is not root a task has the same user as the file that it prints to; on one that is, this fails. */
const closes = 'chmod 0 /proc/self/fd/1 2> /dev/null; echo up; read -r word < go; chmod 0 /proc/self/fd/1 2> /dev/null; echo end'

verifies('exec.tasks', 'what a task prints can be read while it runs and afterwards, whatever it does to its log', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await start(app, `mkfifo go; ${closes}`)
  await until('it can be read', async () => (await taskOf(app, id)).stdout.text === 'up\n')
  assert.equal(
    (await app.post(`${exec}/commands`, { skill_name: 'tool', workdir: 'x', command: 'echo > ../skill/go' })).status,
    200,
  )
  const { status, stdout } = await ended(app, id)
  assert.deepEqual([status, stdout.text], ['succeeded', 'up\nend\n'])
})

asOrdinaryUser(import.meta.url, 1)
