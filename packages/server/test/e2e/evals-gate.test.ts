import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Eval } from '@agent-skill-runner/contract/eval.ts'
import type { PackageInstall } from '@agent-skill-runner/contract/skill-package.ts'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { evalsOf } from '../support/evals.ts'
import { install } from '../support/packages.ts'
import { packageOf, type TestSkill } from '../support/skills.ts'
import { until } from '../support/until.ts'

const id = 'evals.install-gate'
const requires = { SKILL_RUNNER_INSTALL_REQUIRES_EVALS: '1' }

const app = await startApp({ env: requires })
after(() => app[Symbol.asyncDispose]())

const skillWith = (name: string, files: Record<string, string>, version = '1.0.0'): TestSkill => ({
  id: name,
  version,
  sh: 'echo \'{"n":1}\' > "$SKILL_RESULT_FILE"',
  files,
})
const right = { id: 'right', input: {}, expected_data: { n: 1 } }
const wrong = { id: 'wrong', input: {}, expected_data: { n: 2 } }
const judged = { id: 'judged', input: {}, expectations: ['It is "n".'] }

async function installed(server: typeof app, skill: TestSkill, query: '' | '?force=1' = ''): Promise<PackageInstall> {
  const { status, body } = await install(server, packageOf(skill), {}, query)
  assert.equal(status, 200, JSON.stringify(body))
  return until('the installation ended', async () => {
    const { body: now } = await server.get<PackageInstall>(`/v1/skill-packages/${body.request_id}`)
    return now.status === 'running' ? null : now
  })
}

verifies(id, 'a package whose test cases pass is installed; the same once more is not tested again', async () => {
  const skill = skillWith('good', evalsOf('good', right))
  assert.deepEqual((({ status, action }) => [status, action])(await installed(app, skill)), ['succeeded', 'install'])
  assert.deepEqual((({ status, action }) => [status, action])(await installed(app, skill)), ['succeeded', 'unchanged'])
  const { body } = await app.get<{ evals: Eval[] }>('/v1/evals?skill_id=good')
  assert.deepEqual(
    body.evals.map(({ status, temporary }) => [status, temporary]),
    [['passed', true]],
  )
})

verifies(id, 'one that fails, is not graded, or has no test cases is not installed, not even by force', async () => {
  const cases: [TestSkill, string][] = [
    [skillWith('bad', evalsOf('bad', right, wrong)), 'EVALS_NOT_PASSED'],
    [skillWith('unjudged', evalsOf('unjudged', right, judged)), 'EVALS_NOT_PASSED'],
    [skillWith('untested', {}), 'EVALS_INVALID'],
    [skillWith('malformed', { 'evals/evals.json': '{' }), 'EVALS_INVALID'],
  ]
  for (const [skill, code] of cases) {
    const { status, error } = await installed(app, skill, '?force=1')
    assert.deepEqual([skill.id, status, error?.code], [skill.id, 'failed', code])
    assert.equal((await app.get(`/v1/skills/${skill.id}`)).status, 404)
  }
  const { error } = await installed(app, skillWith('bad', evalsOf('bad', right, wrong)))
  const { eval_id, ...details } = error?.details ?? {}
  const { body } = await app.get<Eval>(`/v1/evals/${eval_id}`)
  const { case_id, engine, status, request_id } = body.cells[1] ?? {}
  assert.deepEqual(details, { status: 'failed', cells: [{ case_id, engine, status, request_id }] })
})

verifies(id, 'an update that does not pass leaves the version that is in use', async () => {
  await installed(app, skillWith('kept', evalsOf('kept', right)))
  const { status } = await installed(app, skillWith('kept', evalsOf('kept', wrong), '2.0.0'))
  const { body } = await app.get<{ version: string }>('/v1/skills/kept')
  assert.deepEqual([status, body.version], ['failed', '1.0.0'])
})

/** A prompt skill that ships what the replay engine plays. */
const ownRecording = (name: string, ...cases: object[]): TestSkill => ({
  ...skillWith(name, {
    'assets/replay/default.json': JSON.stringify({ steps: [{ message: { n: 1 }, final: true }] }),
    ...evalsOf(name, ...cases),
  }),
  runner: { entrypoint: { type: 'prompt' }, engines: ['replay'] },
})

verifies(id, 'a recording that a package ships proves nothing, unless replay is the only engine', async () => {
  const { status, error } = await installed(app, ownRecording('recorded', right))
  assert.deepEqual([status, error?.code], ['failed', 'EVALS_INVALID'])
  await using only = await startApp({
    env: { ...requires, SKILL_RUNNER_ENGINES: 'replay', SKILL_RUNNER_INSTALL_GRADER: 'replay' },
  })
  // The grader that the operator names judges the statements.
  assert.equal((await installed(only, ownRecording('recorded', right, judged))).status, 'succeeded')
})

verifies(id, 'a server that does not require it installs without a test', async () => {
  await using open = await startApp()
  assert.equal((await installed(open, skillWith('bad', evalsOf('bad', wrong)))).status, 'succeeded')
  assert.deepEqual((await open.get<{ evals: Eval[] }>('/v1/evals')).body.evals, [])
})

verifies(id, 'a stop of the server ends the installation, and nothing is installed', async () => {
  const server = await startApp({ env: requires, limits: { shutdownGraceMs: 0 } })
  const slow = { ...skillWith('slow', evalsOf('slow', right)), sh: 'sleep 60' }
  const { body } = await install(server, packageOf(slow))
  await until(
    'its test runs',
    async () => (await server.get<{ jobs: unknown[] }>('/v1/jobs?status=running')).body.jobs.length > 0,
  )
  await server.stop()
  await using again = await startApp({ folder: server.folder, env: requires })
  const { status, error } = (await again.get<PackageInstall>(`/v1/skill-packages/${body.request_id}`)).body
  assert.deepEqual([status, error?.code], ['failed', 'SHUTTING_DOWN'])
  assert.equal((await again.get('/v1/skills/slow')).status, 404)
})
