import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JobAccepted, Warning } from '@agent-skill-runner/contract/job.ts'
import { type Scene, type Step, startScriptedModel } from '@agent-skill-runner/scripted-model'
import { verifies } from '../../../test/verifies.ts'
import { commandLines, everythingAnswered, everythingKept, leaksIn, type Told } from '../test/support/everything-told.ts'
import {
  agentSkill,
  answering,
  type EngineApp,
  type Kit,
  kitsHere,
  plantedKey,
  putOperatorFile,
  realCli,
  startEngineApp,
  untilLookedAt,
} from '../test/support/real-engine.ts'
import { startServer } from '../test/support/server.ts'
import { notAlone, openTraps } from '../test/support/traps.ts'

/** With what needs escaping in JSON, in addresses and in forms. */
const passedOn = 'passed-on "value"+that nobody may see'
const apiKey = 'sk-made-up-key-that-nobody-may-see'
const tokens = {
  id_token: jwt({ email: 'somebody@example.com' }),
  access_token: jwt({ sub: 'access-that-nobody-may-see', exp: 4_000_000_000 }),
  refresh_token: 'rt-refresh-that-nobody-may-see',
}

/** Unsigned, but of the shape that a CLI looks for. */
function jwt(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part(claims)}.bm90LWEtc2lnbmF0dXJl`
}

/** Who is not here signs in with nothing but a key. */
const signIns: Readonly<Partial<Record<Kit['engine'], Readonly<Record<string, object>>>>> = {
  claude: {
    '.claude/.credentials.json': {
      claudeAiOauth: {
        ...{ accessToken: tokens.access_token, refreshToken: tokens.refresh_token, idToken: tokens.id_token, apiKey },
        ...{ expiresAt: 4_000_000_000_000, scopes: ['user:inference'], subscriptionType: 'max' },
      },
    },
  },
  codex: {
    '.codex/auth.json': {
      auth_mode: 'apikey',
      OPENAI_API_KEY: apiKey,
      tokens: { ...tokens, account_id: 'made-up' },
      last_refresh: '2026-11-15T08:00:00Z',
    },
  },
  gemini: {
    '.gemini/oauth_creds.json': {
      ...tokens,
      scope: 'openid',
      token_type: 'Bearer',
      expiry_date: 4_000_000_000_000,
      api_key: apiKey,
    },
  },
  opencode: {
    '.local/share/opencode/auth.json': {
      anthropic: {
        type: 'oauth',
        access: tokens.access_token,
        refresh: tokens.refresh_token,
        id: tokens.id_token,
        expires: 4_000_000_000_000,
      },
      openai: { type: 'api', key: apiKey },
    },
  },
}
const signInSecrets = ({ engine }: Kit) => (signIns[engine] === undefined ? [] : [apiKey, ...Object.values(tokens)])
const secretsOf = (kit: Kit) => [plantedKey, passedOn, ...signInSecrets(kit)]

/** The key of codex under a name that does not tell what it is: its settings alone do. */
const env = { SKILL_RUNNER_PASS_ENV: 'PASSED_ON', PASSED_ON: passedOn, SCRIPTED_KEY: '', SCRIPTED_ACCESS: plantedKey }

function putFiles(data: string, kit: Kit, scene: Scene): void {
  for (const [name, text] of Object.entries(kit.operator(scene)))
    putOperatorFile(data, name, text.replace('SCRIPTED_KEY', 'SCRIPTED_ACCESS'))
  for (const [name, value] of Object.entries(signIns[kit.engine] ?? {})) putOperatorFile(data, name, JSON.stringify(value))
}

const program = (name: string): string => readFileSync(new URL(`../test/support/${name}`, import.meta.url), 'utf8')
const files = { 'scripts/spill.mjs': program('spill.mjs') }
/** A program of the skill has the home of its run, and tells what it finds there. */
const normalizer = `
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
const entries = readdirSync(process.env.HOME, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
const note = entries.map(({ parentPath, name }) => readFileSync(parentPath + '/' + name, 'utf8')).join('') + JSON.stringify(process.env)
console.log(note)
writeFileSync('result/result.json', JSON.stringify({ ok: true, note }))
`
const skills = [
  agentSkill('file', { files }),
  agentSkill('stdout', { files }),
  agentSkill('stdout', {
    id: 'agent-fixed',
    files: { 'scripts/normalize.mjs': normalizer },
    runner: { normalizer: { command: 'node scripts/normalize.mjs', enabled: true } },
  }),
]

/** What the model says when it has seen all of it. */
const carelessOf = (kit: Kit) => ({ say: JSON.stringify({ ok: true, note: secretsOf(kit).join(' ') }) })
const spilling = (kit: Kit): Step => ({ calls: [kit.shell('node /skill/scripts/spill.mjs')] })
const refusing: Step = { status: 401, message: `Incorrect API key provided: ${plantedKey}.` }

for (const kit of kitsHere) {
  const cli = await realCli(kit.engine)
  const asked = { engine: kit.engine, model: kit.model }
  const secrets = secretsOf(kit)
  const careless = carelessOf(kit)
  const stalling: Step = { ...careless, stall: 'before' }

  verifies(
    ['engine.secrets-stay-inside', 'engine.nothing-else-on-the-network'],
    `${kit.title}: no secret is in anything that the server answers or keeps, whatever the agent does with what it knows`,
    async () => {
      await using traps = await openTraps()
      const steps = [
        ...[spilling(kit), careless],
        ...answering(kit, careless.say),
        ...answering(kit, 'No JSON.'),
        ...[refusing, spilling(kit), stalling],
      ]
      await using app = await startEngineApp(kit, { steps }, { cli, skills, env })
      putFiles(app.data, kit, app.scene)
      const byFile = await app.run('agent-file', asked)
      const byMessage = await app.run('agent-stdout', asked)
      const fixed = await app.run('agent-fixed', asked)
      const refused = await app.run('agent-stdout', asked)
      const canceled = await app.create('agent-file', asked)
      await app.scene.reached(steps.length)
      const meanwhile = [...(await soFar(app, canceled)), ...commandLines()]
      await app.post(`/v1/jobs/${canceled}/cancel`)
      await app.until(canceled, 'canceled')

      const ids = [byFile, byMessage, fixed, refused].map(({ request_id }) => request_id)
      const answered = await everythingAnswered(app, [...ids, canceled])
      const told: Told = new Map([...meanwhile, ...answered, ...everythingKept(app), ['log', Buffer.from(app.logged.join('\n'))]])
      assert.deepEqual(leaksIn(told, secrets), [])

      // As many stars as there were bytes: in JSON a quote is two, and in JSON that stands in JSON four.
      assert.deepEqual(noteOf(byFile).split('\n').slice(0, 2), ['*'.repeat(31), '*'.repeat(39)])
      assert.deepEqual(noteOf(byMessage).split(' ').slice(0, 2), [
        '*'.repeat(31),
        '*'.repeat(kit.printsWords || kit.answers ? 39 : 43),
      ])
      assert.deepEqual([fixed.result?.normalization_level, refused.result?.error?.code], ['N1', 'AUTH_REQUIRED'])
      assert.match(JSON.stringify(refused.result?.error?.details), /Incorrect API key provided: \*{31}\./)
      await isTold(app, byFile)
      await isTold(app, { request_id: canceled, ...(await resultOf(app, canceled)).body })
      assert.deepEqual([app.scene.problems, app.scene.unplayed, app.model.problems], [[], [], []])
      assert.deepEqual(traps.tried(), [])
    },
    { skip: cli.skip || notAlone },
  )

  verifies(
    'engine.secrets-stay-inside',
    `${kit.title}: without masking all these places would show what the run was given`,
    async () => {
      await using app = await startEngineApp(kit, { steps: [spilling(kit), careless] }, { cli, skills, env })
      putFiles(app.data, kit, app.scene)
      const { agentHome } = app.app.runner
      const give: typeof agentHome.give = async (...it) => ({ ...(await agentHome.give(...it)), secrets: [] })
      Object.assign(app.app.runner, { secrets: [], agentHome: { ...agentHome, give } })
      const { request_id: id } = await app.run('agent-file', asked)
      const { run_id } = await app.job(id)
      const leaks = leaksIn(new Map([...(await everythingAnswered(app, [id])), ...everythingKept(app)]), [
        passedOn,
        // A piece without quotes, however often it is quoted itself.
        'that nobody may see',
        ...signInSecrets(kit),
      ])
      const job = `/v1/jobs/${id}`
      const bundled = ['result/result.json', 'artifacts/notes.md', 'artifacts/more/large.bin', `artifacts/${passedOn}.txt`]
      const debugged = [...bundled, 'raw/result.json', '.audit/stdout.1.log', '.audit/events.1.jsonl', 'manifest.json']
      const shown = [
        ...['/result', '/logs', '/logs/range?stream=stdout', '/events', '/events/history?limit=1000&protocol=rasp'],
        ...['/events/history?limit=1000&protocol=fcmp', '/artifacts', '/artifacts/artifacts/notes.md'],
      ]
      const expected = [
        ...shown.map((path) => `GET ${job}${path}`),
        ...bundled.map((name) => `${job}/bundle ${name}`),
        ...debugged.map((name) => `${job}/bundle?debug=1 ${name}`),
        ...debugged.map((name) => `runs/${run_id}/${name}`),
      ]
      assert.deepEqual(
        expected.filter((where) => !leaks.includes(where)),
        [],
      )
    },
    { skip: cli.skip },
  )

  verifies(
    'engine.secrets-stay-inside',
    `${kit.title}: what a run left that was cut off by the end of the server is covered when the server is back`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'asr-secrets-'))
      try {
        await using model = await startScriptedModel()
        const scene = model.scene(kit.engine, { steps: [spilling(kit), stalling] })
        putFiles(join(folder, 'data'), kit, scene)
        const started = { folder, skills, env: { ...cli.env, ...kit.env(scene), ...env } }
        const first = await startServer(started)
        await untilLookedAt(kit, first)
        const id = await first.create('agent-file', asked)
        await scene.reached(2)
        await first.kill()
        await using second = await startServer(started)
        const { error } = await second.until(id, 'failed')
        assert.equal(error?.code, 'ORCHESTRATOR_RESTART_INTERRUPTED')
        const answered = await everythingAnswered(second, [id])
        const printed = Buffer.from(first.output() + second.output())
        assert.deepEqual(leaksIn(new Map([...answered, ...everythingKept(second), ['printed', printed]]), secrets), [])
        const { result } = (await resultOf(second, id)).body
        assert.deepEqual([result?.status, warningsOf(result)], ['failed', ['SECRET_MASKED']])
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    { skip: cli.skip },
  )
}

const resultOf = (app: Pick<EngineApp, 'get'>, id: string) => app.get<Pick<JobAccepted, 'result'>>(`/v1/jobs/${id}/result`)
const noteOf = ({ result }: Pick<JobAccepted, 'result'>): string => String(result?.data && Object(result.data).note)
const detailsOf = (warning: Warning | undefined) => warning?.details as Record<'masked' | 'renamed' | 'removed', string[]>
const warningsOf = (result: JobAccepted['result']) => result?.validation_warnings.map(({ code }) => code)

/** What can be seen of a run that is under way: files whose names tell nothing, covered on the way. */
async function soFar({ url, get }: EngineApp, id: string): Promise<Map<string, Buffer>> {
  const { body } = await get<{ artifacts: string[] }>(`/v1/jobs/${id}/artifacts`)
  assert.deepEqual(body.artifacts, ['artifacts/more/large.bin', 'artifacts/notes.md'])
  const told = new Map<string, Buffer>()
  for (const path of body.artifacts) {
    for (const range of ['', 'bytes=10-', 'bytes=10-40']) {
      const answer = await fetch(`${url}/v1/jobs/${id}/artifacts/${path}`, { headers: range ? { range } : {} })
      told.set(`${path} ${range}`, Buffer.from(await answer.arrayBuffer()))
    }
  }
  assert.equal(told.get('artifacts/notes.md bytes=10-40')?.length, 31)
  return told
}

/** The files are named, and the manifest tells of them as they are now. */
async function isTold(app: EngineApp, { request_id, result }: Pick<JobAccepted, 'request_id' | 'result'>): Promise<void> {
  const names = [plantedKey, passedOn].map((secret) => 'x'.repeat(secret.length))
  const paths = ['artifacts/more/large.bin', 'artifacts/notes.md', ...names.map((name) => `artifacts/${name}.txt`)]
  assert.deepEqual(result?.artifacts.map(({ path }) => path).sort(), paths.sort())
  for (const { path, sha256, size } of result?.artifacts ?? []) {
    const bytes = Buffer.from(await (await fetch(`${app.url}/v1/jobs/${request_id}/artifacts/${path}`)).arrayBuffer())
    assert.deepEqual([createHash('sha256').update(bytes).digest('hex'), bytes.length], [sha256, size])
  }
  const masked = result?.validation_warnings.find(({ code }) => code === 'SECRET_MASKED')
  const { masked: covered, renamed, removed } = detailsOf(masked)
  assert.deepEqual(covered.sort(), ['artifacts/more/large.bin', 'artifacts/notes.md', 'result/result.json', 'tmp/notes'])
  const given = names.flatMap((name) => [`artifacts/${name}`, `artifacts/${name}.txt`, `artifacts/link-${name}`])
  assert.deepEqual([renamed.sort(), removed], [given.sort(), []])
}
