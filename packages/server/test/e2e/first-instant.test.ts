import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { temporaryFolder } from '../support/folder.ts'
import type { TestSkill } from '../support/skills.ts'
import { workingGemini } from '../support/stand-in-engines.ts'

/** Takes its time to say who it is, and answers at once when it is to work. */
const slow = {
  before: `if (asked.includes('--version')) await new Promise((resolve) => setTimeout(resolve, 1500))`,
  work: `console.log(JSON.stringify({ session_id: 's-1', response: '{}' }))`,
}

const skill: TestSkill = { id: 'first', runner: { entrypoint: { type: 'prompt', prompt: { result_mode: 'stdout' } } } }

verifies(
  'entry.engines-are-chosen-at-create',
  'a job that comes before its engine has been looked at waits for that, whether it names the engine or not',
  async (context) => {
    const folder = await temporaryFolder(context)
    const env = { SKILL_RUNNER_ENGINES: 'gemini', ...workingGemini(folder, slow) }
    await using app = await startApp({ folder, skills: [skill], env })
    const jobs = await Promise.all([app.run('first', { engine: 'gemini' }), app.run('first')])
    assert.deepEqual(
      jobs.map(({ status }) => status),
      ['succeeded', 'succeeded'],
      JSON.stringify(jobs),
    )
  },
)
