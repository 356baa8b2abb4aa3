import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SkillDetail } from '@agent-skill-runner/contract/skill.ts'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import type { TestSkill } from '../support/skills.ts'

const key = 'key-of-a-service-0123456789'
const stars = '*'.repeat(key.length)

const env = {
  SKILL_RUNNER_PASS_ENV: 'SERVICE_KEY, EMPTY_KEY, HOME',
  SERVICE_KEY: key,
  OTHER_KEY: 'of-nobody-0123456789',
  EMPTY_KEY: '',
}

/** Says what it sees, in all the ways that a script can. */
const looks = (id: string, names: readonly string[] | null): TestSkill => ({
  id,
  runner: names === null ? {} : { runtime: { env: names, language: 'sh' } },
  sh: `echo "said: $SERVICE_KEY" >&2
    echo "kept: $SERVICE_KEY" > "$SKILL_ARTIFACTS_DIR/kept.txt"
    printf '{"length":%d,"other":"%s","home":"%s","key":"%s"}' "\${#SERVICE_KEY}" "$OTHER_KEY" "$HOME" "$SERVICE_KEY" > "$SKILL_RESULT_FILE"`,
})

verifies(
  'entry.script-variables',
  'a variable that the operator passes on reaches the scripts that declare it, and its value is masked wherever they leave it',
  async () => {
    await using app = await startApp({ env, skills: [looks('declares', ['SERVICE_KEY', 'HOME']), looks('silent', null)] })
    assert.deepEqual((await app.get<SkillDetail>('/v1/skills/declares')).body.runtime?.env, ['SERVICE_KEY', 'HOME'])
    const { request_id, result } = await app.run('declares')
    // What the script is given by us is not taken from it.
    assert.deepEqual(result?.data, { length: key.length, other: '', home: '/home/runner', key: stars })
    assert.deepEqual(
      result?.validation_warnings.map(({ code }) => code),
      ['SECRET_MASKED'],
    )
    const { run_id } = await app.job(request_id)
    assert.equal(readFileSync(join(app.runFolder(run_id), 'artifacts/kept.txt'), 'utf8'), `kept: ${stars}\n`)
    const { body } = await app.get<{ stderr: string }>(`/v1/jobs/${request_id}/logs`)
    assert.equal(body.stderr, `said: ${stars}\n`)
    const without = await app.run('silent')
    assert.deepEqual(without.result?.data, { length: 0, other: '', home: '/home/runner', key: '' })
    assert.deepEqual(without.result?.validation_warnings, [])
  },
)

verifies(
  ['entry.script-variables', 'diagnostics.each-code-has-a-test'],
  'a script that needs a variable it does not get runs without it, and the run says why',
  async () => {
    const fails: TestSkill = {
      id: 'fails',
      runner: { runtime: { env: ['OTHER_KEY'] } },
      sh: 'echo "OTHER_KEY is missing" >&2; exit 3',
    }
    await using app = await startApp({ env, skills: [looks('needs', ['OTHER_KEY', 'EMPTY_KEY']), fails] })
    const { result } = await app.run('needs')
    const notPassed = 'The server does not pass it on: add it to SKILL_RUNNER_PASS_ENV.'
    assert.deepEqual(
      result?.validation_warnings.map(({ code, message }) => [code, message]),
      [
        ['ENV_NOT_PASSED', `The skill needs needs the variable OTHER_KEY. ${notPassed}`],
        ['ENV_NOT_PASSED', 'The skill needs needs the variable EMPTY_KEY. It is not set in the environment of the server.'],
      ],
    )
    const failed = await app.run('fails')
    assert.deepEqual(
      [failed.result?.error?.code, failed.result?.error?.details],
      ['SCRIPT_FAILED', { exit_code: 3, stderr_tail: 'OTHER_KEY is missing\n', missing_env: { OTHER_KEY: notPassed } }],
    )
  },
)
