import assert from 'node:assert/strict'
import type { JobAccepted } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { replayOnly, says, talkSkill } from '../support/talk.ts'

const recording = (word: string): string => JSON.stringify({ turns: [{ steps: [says(`{"word":"${word}"}`)] }] })

/** Its models are its recordings. */
const skill = talkSkill('talks', [[says('{"word":"default"}')]], {
  files: { 'assets/replay/calm@low.json': recording('low'), 'assets/replay/calm@high.json': recording('high') },
})

verifies(
  'entry.engines-are-chosen-at-create',
  'a model and an effort are model@effort, and a rerun may change either',
  async () => {
    await using app = await startApp({ env: replayOnly, skills: [skill] })
    const modelOf = async ({ body }: { body: JobAccepted }) => (await app.job(body.request_id)).model
    const create = (names: object) => app.post<JobAccepted>('/v1/jobs', { skill_id: 'talks', ...names })
    const first = await create({ model: 'calm', effort: 'high' })
    assert.equal(await modelOf(first), 'calm@high')
    assert.equal(await modelOf(await create({ model: 'calm@low', effort: 'high', provider_id: 'nobody' })), 'calm@high')
    assert.equal(await modelOf(await create({ effort: 'default' })), 'default')
    await app.until(first.body.request_id, 'succeeded')
    const rerun = await app.post<JobAccepted>(`/v1/jobs/${first.body.request_id}/rerun`, { effort: 'low' })
    assert.equal(await modelOf(rerun), 'calm@low')
    const unknown = await create({ model: 'calm', effort: 'most' })
    const { code, details } = errorOf(unknown.body)
    assert.deepEqual([unknown.status, code, (details as { model: string }).model], [400, 'MODEL_UNKNOWN', 'calm@most'])
  },
)
