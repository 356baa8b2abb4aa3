import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../support/app.ts'

const writer = {
  id: 'writer',
  js: `
    import { writeFileSync } from 'node:fs'
    writeFileSync(process.env.SKILL_ARTIFACTS_DIR + '/notes.md', 'hello')
    writeFileSync(process.env.SKILL_RESULT_FILE, '{"n":1}')
  `,
}

test('probe', async () => {
  await using app = await startApp({ skills: [writer] })
  const id = await app.create('writer')
  await app.until(id, 'succeeded')
  const { status, body } = await app.get<{ payload: string }>(`/v1/jobs/${id}/receipt`)
  console.log(status, JSON.stringify(JSON.parse(Buffer.from(body.payload, 'base64').toString()), null, 1))
  console.log((await app.get('/v1/receipt-keys')).body)
  assert.equal(status, 200)
})
