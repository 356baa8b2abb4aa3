import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { temporaryFolder } from '../support/folder.ts'
import type { TestSkill } from '../support/skills.ts'
import { geminiVersion } from '../support/stand-in-engines.ts'

/** Takes its time to say who it is, and answers at once when it is to work. */
const slow = `#!/usr/bin/env node
const asked = process.argv.slice(2)
const isQuestion = asked.includes('--version') || asked.includes('--help') || asked.includes('--debug')
if (asked.includes('--version')) await new Promise((resolve) => setTimeout(resolve, 1500))
if (isQuestion) await import('./gemini.mjs')
else console.log(JSON.stringify({ session_id: 's-1', response: '{}' }))
`

const skill: TestSkill = { id: 'first', runner: { entrypoint: { type: 'prompt', prompt: { result_mode: 'stdout' } } } }

verifies(
  'entry.engines-are-chosen-at-create',
  'a job that comes before its engine has been looked at waits for that, whether it names the engine or not',
  async (context) => {
    const folder = await temporaryFolder(context)
    chmodSync(folder, 0o755)
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'gemini.mjs'), geminiVersion('0.61.0').files['bundle/gemini.js'] ?? '')
    writeFileSync(join(bin, 'slow.mjs'), slow, { mode: 0o755 })
    const env = {
      SKILL_RUNNER_ENGINES: 'gemini',
      SKILL_RUNNER_GEMINI_BIN: join(bin, 'slow.mjs'),
      GEMINI_API_KEY: 'a-key-of-nobody',
    }
    await using app = await startApp({ folder, skills: [skill], env })
    const jobs = await Promise.all([app.run('first', { engine: 'gemini' }), app.run('first')])
    assert.deepEqual(
      jobs.map(({ status }) => status),
      ['succeeded', 'succeeded'],
      JSON.stringify(jobs),
    )
  },
)
