import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import type { SkillEvals } from '@agent-skill-runner/contract/eval.ts'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { endOfEval, reasonsOf, startEval } from '../support/evals.ts'
import { replayOnly } from '../support/talk.ts'

const app = await startApp({ env: replayOnly })
after(() => app[Symbol.asyncDispose]())

verifies('evals.built-in-skills-pass', 'every built-in skill has test cases, without warnings, and passes them', async () => {
  const skills = readdirSync(join(import.meta.dirname, '../../../../skills'))
  assert.ok(skills.length >= 4)
  for (const skill of skills) {
    const { body } = await app.get<SkillEvals>(`/v1/skills/${skill}/evals`)
    assert.deepEqual([skill, body.cases.length > 0, body.problems, body.notes], [skill, true, [], []])
    const ended = await endOfEval(app, await startEval(app, { skill_id: skill, concurrency: 4 }))
    assert.deepEqual([skill, ended.status, reasonsOf(ended).flat()], [skill, 'passed', []])
  }
})
