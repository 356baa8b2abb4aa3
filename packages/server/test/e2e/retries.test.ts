import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { temporaryFolder } from '../support/folder.ts'
import type { TestSkill } from '../support/skills.ts'
import { workingGemini } from '../support/stand-in-engines.ts'
import { until } from '../support/until.ts'

const retry = 'Attempt 1 failed with status 503. Retrying with backoff...'

/** Stands in for a gemini whose provider has an error that does not go away, and that is killed for the memory it takes. */
const work = `
  console.log(JSON.stringify({ type: 'init', session_id: '36f755c7-2d47-45f9-a348-433c8e3ec4e9' }))
  console.error(${JSON.stringify(retry)})
  process.kill(process.pid, 'SIGKILL')
`

verifies(
  'engine.says-what-it-retried',
  'a run whose engine is killed in the middle of retries names the error',
  async (context) => {
    const folder = await temporaryFolder(context)
    const skill: TestSkill = { id: 'patient', runner: { entrypoint: { type: 'prompt', prompt: { result_mode: 'stdout' } } } }
    await using app = await startApp({ folder, skills: [skill], env: workingGemini(folder, { work }) })
    const id = await until('the program has been looked at, and the job is accepted', async () => {
      const { status, body } = await app.post<{ request_id: string }>('/v1/jobs', { skill_id: 'patient', engine: 'gemini' })
      return status === 200 ? body.request_id : null
    })
    const { error } = await app.until(id, 'failed')
    const details = error?.details as { reason: string; retrying: string } | undefined
    assert.deepEqual(
      [error?.code, details?.reason, details?.retrying],
      ['ENGINE_FAILED', 'It ended in the middle of its turn.', retry],
    )
  },
)
