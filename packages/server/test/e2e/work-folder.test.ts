import assert from 'node:assert/strict'
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { scriptLaunch } from '../../src/attempt/launch-script.ts'
import { prepareAttempt } from '../../src/attempt/prepare.ts'
import { startApp } from '../support/app.ts'
import { run as execute, marker } from '../support/children.ts'
import { formOf, send } from '../support/forms.ts'
import { agentSkill, kits, putOperatorFile, realCli, startEngineApp } from '../support/real-engine.ts'
import { queuedRun } from '../support/runs.ts'
import type { TestSkill } from '../support/skills.ts'

/** Each name, and what came of writing to it. */
const forge = `for name in input.json skill.json uploads/paper manifest.json .audit/events.1.jsonl logs/stdout.txt raw/message.txt; do
  mkdir -p "$(dirname "$name")" 2>/dev/null
  if echo forged 2>/dev/null > "$name"; then echo "$name: written"; else echo "$name: refused"; fi
done`

const writer: TestSkill = {
  id: 'writer',
  input: { type: 'object', properties: { paper: { type: 'string' } }, required: ['paper'] },
  output: {
    type: 'object',
    properties: { report: { type: 'string', 'x-type': 'artifact' }, notes: { type: 'string', 'x-type': 'artifact' } },
  },
  sh: `mkdir notes && echo draft > notes/draft.txt && echo report > report.md && echo scratch > scratch.txt
    ${forge} >&2
    echo '{"report":"report.md","notes":"/workspace/notes/draft.txt"}' > "$SKILL_RESULT_FILE"`,
}

const told = [
  ...['input.json: refused', 'skill.json: refused', 'uploads/paper: refused'],
  ...['manifest.json: written', '.audit/events.1.jsonl: written', 'logs/stdout.txt: written', 'raw/message.txt: written', ''],
]

verifies(
  ['sandbox.working-folder-is-writable', 'sandbox.own-records-are-out-of-reach'],
  'a script writes where it stands; what its result names is collected, and what it calls by the names of our records is its own',
  async () => {
    await using app = await startApp({ skills: [writer], env: { SKILL_RUNNER_SANDBOX: 'required' } })
    const form = formOf({ job: JSON.stringify({ skill_id: 'writer' }), paper: Buffer.from('my paper') })
    const { body } = await send<{ request_id: string }>(app.url, '/v1/jobs?wait=60', form)
    const job = await app.until(body.request_id, 'succeeded', 'failed')
    const at = (path: string) => join(app.runFolder(job.run_id), path)
    assert.equal(job.status, 'succeeded', JSON.stringify(job.error))
    const logs = (await app.get<{ stderr: string }>(`/v1/jobs/${body.request_id}/logs`)).body
    assert.deepEqual(logs.stderr.split('\n'), told)
    const { result } = (
      await app.get<{ result: { data: unknown; artifacts: { path: string }[] } }>(`/v1/jobs/${body.request_id}/result`)
    ).body
    assert.deepEqual(
      [result.data, result.artifacts.map(({ path }) => path)],
      [{ report: 'artifacts/report.md', notes: 'artifacts/draft.txt' }, ['artifacts/draft.txt', 'artifacts/report.md']],
    )
    assert.deepEqual(readdirSync(at('work')).sort(), ['.audit', 'logs', 'manifest.json', 'notes', 'raw', 'scratch.txt'])
    assert.deepEqual(
      [readFileSync(at('uploads/paper'), 'utf8'), readFileSync(at('logs/stdout.txt'), 'utf8'), existsSync(at('raw/message.txt'))],
      ['my paper', '', false],
    )
    const records = ['input.json', 'skill.json', 'manifest.json', '.audit/events.1.jsonl'].map((path) =>
      readFileSync(at(path), 'utf8'),
    )
    assert.ok(!records.some((text) => text.includes('forged')))
  },
)

verifies(
  'sandbox.working-folder-is-writable',
  'if the folder of the run itself were the working folder, the same script would change its records',
  async () => {
    await using app = await startApp({ skills: [writer], env: { SKILL_RUNNER_SANDBOX: 'required' } })
    const { runner } = app.app
    const entry = runner.registry.get('writer')
    assert.ok(entry?.health === 'healthy')
    await runner.snapshots.pin(entry.skill, runner.layout.skills)
    const queued = { ...queuedRun('run_guard'), skillId: 'writer', skillDigest: entry.skill.digest, engine: 'script' }
    const run = { ...queued, state: 'running', owner: 'b', cancelRequestedAt: null, process: null, attempt: 1 } as const
    const identity = runner.identities?.take() ?? null
    const { signal } = new AbortController()
    const attempt = await prepareAttempt(runner, { run, job: null, signal, logger: runner.logger }, identity)
    await using _audit = attempt.audit
    const { layout } = attempt
    writeFileSync(join(layout.uploads, 'paper'), 'my paper')
    const names = ['', 'uploads', 'logs', 'raw', '.audit', 'input.json', 'skill.json', 'uploads/paper']
    // The child has to enter and to own it to write there.
    chmodSync(layout.root, 0o755)
    if (identity) for (const name of names) chownSync(join(layout.root, name), identity.uid, identity.gid)
    const launch = scriptLaunch({ ...attempt, argv: ['sh', '-c', forge], resultFile: 'result/result.json' })
    const mounts = [{ from: layout.root, to: '/workspace', access: 'write' } as const]
    const env = { ...launch.env, SKILL_RUNNER_MARK: marker }
    const ran = await execute(app.folder, runner.sandbox.wrap({ ...launch, env, mounts }))
    if (identity) runner.identities?.release(identity)
    assert.deepEqual(ran.stdout.split('\n').filter((line) => line.endsWith(': written')).length, 7, JSON.stringify(ran))
    for (const name of ['input.json', 'uploads/paper', 'manifest.json'])
      assert.equal(readFileSync(join(layout.root, name), 'utf8'), 'forged\n')
    // Events that were forged would be noticed when the server ends.
    rmSync(layout.root, { recursive: true })
  },
)

verifies(
  'sandbox.working-folder-is-writable',
  'an agent writes where it stands, and finds it there in its next turn',
  async () => {
    const kit = kits.find(({ engine }) => engine === 'iflow') ?? assert.fail()
    const cli = await realCli('iflow')
    const steps = [
      { calls: [kit.shell('echo one > draft.md; mkdir -p src && echo two > src/a.txt; cat draft.md src/a.txt')] },
      { say: 'Which title?', expect: { toolResult: 'one\ntwo' } },
      { calls: [kit.shell('cat draft.md src/a.txt; echo three >> draft.md')] },
      { say: '{"ok":true,"__SKILL_DONE__":true}', expect: { toolResult: 'one\ntwo' } },
    ]
    const skill = agentSkill('stdout', { runner: { execution_modes: ['auto', 'interactive'] } })
    await using app = await startEngineApp(kit, { steps }, { cli, skills: [skill] })
    putOperatorFile(app.data, '.iflow/settings.json', JSON.stringify({ baseUrl: `${app.scene.url}/v1` }))
    const interactive = { execution_mode: 'interactive' }
    const id = await app.create('agent-stdout', { engine: 'iflow', model: kit.model, runtime_options: interactive })
    await app.until(id, 'waiting_user')
    await app.post(`/v1/jobs/${id}/interaction/reply`, { interaction_id: 1, response: 'Any' })
    const { run_id, status } = await app.until(id, 'succeeded', 'failed')
    assert.deepEqual([status, app.scene.problems], ['succeeded', []])
    assert.equal(readFileSync(join(app.runFolder(run_id), 'work/draft.md'), 'utf8'), 'one\nthree\n')
    assert.deepEqual(readdirSync(join(app.runFolder(run_id), 'work')).sort(), ['draft.md', 'src'])
  },
)
