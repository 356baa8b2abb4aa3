import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../test/verifies.ts'
import { SessionDoors } from '../src/exec/session-doors.ts'
import { Fault } from '../src/lib/fault.ts'
import { startApp } from './support/app.ts'
import { openDatabase } from './support/database.ts'
import { exec, tool } from './support/exec.ts'

const name = { projectId: 'p', owner: 'o', alias: 's' }

verifies('exec.commands', 'a session is not deleted while somebody enters it, and not entered while it is deleted', async () => {
  const doors = new SessionDoors()
  const told: string[] = []
  const [entered, removed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const busy = (error: unknown) => error instanceof Fault && error.code === 'SESSION_BUSY' && error.details['session_id'] === 's'
  const first = doors.enter(name, () => entered.promise)
  const second = doors.enter(name, async () => {})
  await second
  await assert.rejects(
    doors.remove(name, async () => void told.push('never')),
    busy,
  )
  await doors.remove({ ...name, alias: 'other' }, async () => void told.push('another is removed'))
  entered.resolve()
  await first
  const removal = doors.remove(name, () => removed.promise.then(() => void told.push('removed')))
  await assert.rejects(
    doors.remove(name, async () => void told.push('never')),
    busy,
  )
  const late = doors.enter(name, async () => void told.push('entered'))
  removed.resolve()
  await Promise.all([removal, late])
  assert.deepEqual(told, ['another is removed', 'removed', 'entered'])
})

verifies('exec.commands', 'a removal that fails lets in whoever waits', async () => {
  const doors = new SessionDoors()
  const removal = doors.remove(name, () => Promise.reject(new Error('no')))
  const late = doors.enter(name, async () => 'in')
  await assert.rejects(removal, /no/)
  assert.equal(await late, 'in')
})

verifies('exec.commands', 'sessions that are deleted while commands come leave no folder that belongs to none', async () => {
  await using app = await startApp({ skills: [tool] })
  const sessions = join(app.data, 'exec/sessions')
  const remove = (alias: string) => fetch(`${app.url}${exec}/sessions/${alias}`, { method: 'DELETE' })
  const names = Array.from({ length: 8 }, (_, index) => `s${index}`)
  const come = (session_id: string) => app.post(`${exec}/commands`, { skill_name: 'tool', command: 'true', session_id })
  for (let round = 0; round < 3; round++) {
    await Promise.all(names.map(come))
    // Both look for a session that is there, and neither knows of the other yet.
    const all = names.flatMap((name) => [come(name), remove(name), remove(name)])
    for (const answer of await Promise.all(all)) assert.ok([200, 404, 409].includes(answer.status), String(answer.status))
  }
  await using database = await openDatabase(app.data)
  const known = await database.all<{ id: string }>('select id from exec_sessions')
  assert.deepEqual(readdirSync(sessions).toSorted(), known.map(({ id }) => id).toSorted())
})
