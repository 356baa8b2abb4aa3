import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf } from '../support/answers.ts'
import { startApp, untilTold } from '../support/app.ts'
import { says, talkSkill } from '../support/talk.ts'

/** Tells everything it can find out about where it is. */
const explorer = {
  id: 'explorer',
  js: `
    import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
    const attempt = (f) => { try { return f() } catch (error) { return 'refused: ' + error.code } }
    const { parameter } = JSON.parse(readFileSync(process.env.SKILL_INPUT_FILE, 'utf8'))
    const connect = await fetch(parameter.url).then((r) => r.text(), (error) => 'refused')
    const answer = {
      cwd: process.cwd(),
      uid: process.getuid(),
      env: Object.keys(process.env).sort(),
      mark: process.env.SKILL_RUNNER_MARK.split(':').length,
      here: readdirSync('.').sort(),
      home: process.env.HOME,
      canary: attempt(() => readFileSync(parameter.canary, 'utf8')),
      write: attempt(() => writeFileSync(parameter.canary + '.new', 'x') ?? 'written'),
      input: attempt(() => writeFileSync('input.json', 'x') ?? 'written'),
      skill: attempt(() => writeFileSync(process.env.SKILL_DIR + '/SKILL.md', 'x') ?? 'written'),
      root: attempt(() => writeFileSync('/workspace/new.txt', 'x') ?? 'written'),
      tmp: attempt(() => writeFileSync(process.env.TMPDIR + '/x', 'x') ?? 'written'),
      caps: /CapEff:\\s*(\\w+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1],
      connect,
    }
    writeFileSync(process.env.SKILL_RESULT_FILE, JSON.stringify(answer))
  `,
}

verifies(
  [
    'sandbox.host-is-out-of-reach',
    'sandbox.never-root',
    'sandbox.own-records-are-out-of-reach',
    'sandbox.network-is-off',
    'sandbox.paths-are-neutral',
    'process.environment-is-an-allow-list',
  ],
  'a script sees its run, its skill and nothing else; without the sandbox the same script sees the canary, the network and its own records',
  async () => {
    const outside = mkdtempSync(join(tmpdir(), 'asr-canary-'))
    writeFileSync(join(outside, 'canary'), 'canary', { mode: 0o644 })
    chmodSync(outside, 0o777)
    const server = createServer((_request, response) => response.end('reached')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const parameter = { canary: join(outside, 'canary'), url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
    process.env['CANARY_API_KEY'] = 'canary-secret-value'
    try {
      const seenWith = async (sandbox: string) => {
        await using app = await startApp({ skills: [explorer], env: { SKILL_RUNNER_SANDBOX: sandbox } })
        const { status, result } = await app.run('explorer', { parameter })
        assert.equal(status, 'succeeded', JSON.stringify(result?.error))
        return { result, seen: result?.data as Record<string, unknown>, folder: app.folder }
      }
      const inside = await seenWith('required')
      const { uid, ...rest } = inside.seen
      assert.deepEqual(rest, {
        cwd: '/workspace',
        env: [
          'HOME',
          'LANG',
          'PATH',
          'PWD',
          'SKILL_ARTIFACTS_DIR',
          'SKILL_DIR',
          'SKILL_INPUT_FILE',
          'SKILL_RESULT_FILE',
          'SKILL_RUNNER_MARK',
          'SKILL_RUN_DIR',
          'TMPDIR',
        ],
        mark: 3,
        here: ['artifacts', 'input.json', 'result', 'skill.json', 'tmp', 'uploads'],
        home: '/home/runner',
        canary: 'refused: ENOENT',
        write: 'refused: ENOENT',
        input: 'refused: EROFS',
        skill: 'refused: EROFS',
        root: 'written',
        tmp: 'written',
        caps: '0000000000000000',
        connect: 'refused',
      })
      assert.notEqual(uid, 0)
      assert.deepEqual(inside.result?.validation_warnings, [])

      const open = await seenWith('off')
      assert.deepEqual([open.seen['canary'], open.seen['write'], open.seen['connect']], ['canary', 'written', 'reached'])
      assert.ok((open.seen['here'] as string[]).includes('.audit'))
      assert.notEqual(open.seen['uid'], 0)
      assert.equal(open.seen['caps'], '0000000000000000')
      assert.deepEqual(
        open.result?.validation_warnings.map(({ code }) => code),
        ['SANDBOX_NOT_IN_FORCE'],
      )
    } finally {
      delete process.env['CANARY_API_KEY']
      server.close()
      rmSync(outside, { recursive: true, force: true })
    }
  },
)

verifies(
  'sandbox.status-is-honest',
  'without bubblewrap our own demo runs with a warning, other scripts are refused, and required refuses all',
  async () => {
    const path = process.env['PATH']
    const folder = mkdtempSync(join(tmpdir(), 'asr-path-'))
    process.env['PATH'] = folder
    try {
      await using app = await startApp({ skills: [untilTold], env: { SKILL_RUNNER_SANDBOX: 'auto' } })
      const ready = (await app.get<{ ready: boolean; sandbox_status: string; sandbox_reason: string }>('/readyz')).body
      assert.deepEqual([ready.ready, ready.sandbox_status], [true, 'unavailable'])
      assert.match(ready.sandbox_reason, /bubblewrap is not installed\. Install/)
      const refused = await app.post('/v1/jobs', { skill_id: 'until-told' })
      assert.deepEqual([refused.status, errorOf(refused.body).code], [503, 'SANDBOX_UNAVAILABLE'])
      const demo = await app.post<{ request_id: string }>('/v1/jobs', { skill_id: 'demo-prime-number', input: { numbers: [5] } })
      assert.equal(demo.status, 200)

      await using strict = await startApp({ env: { SKILL_RUNNER_SANDBOX: 'required' } })
      const answer = await strict.get<{ ready: boolean; sandbox_status: string }>('/readyz')
      assert.deepEqual([answer.status, answer.body.ready, answer.body.sandbox_status], [503, false, 'unavailable'])
      const none = await strict.post('/v1/jobs', { skill_id: 'demo-prime-number', input: { numbers: [5] } })
      assert.deepEqual([none.status, errorOf(none.body).code], [503, 'SANDBOX_UNAVAILABLE'])
    } finally {
      process.env['PATH'] = path
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

verifies(
  ['sandbox.status-is-honest', 'restart.queued-by-config'],
  'a sandbox that is gone since a job was created refuses its script as it would have then, and no program of a skill runs without one',
  async () => {
    const path = process.env['PATH']
    const folder = mkdtempSync(join(tmpdir(), 'asr-gone-'))
    const env = { SKILL_RUNNER_MAX_RUNNING_JOBS: '1', SKILL_RUNNER_RESTART_QUEUED: 'keep', SKILL_RUNNER_ENGINES: 'replay' }
    const normalized = talkSkill('normalized', [[says('{"word":1}')]], {
      files: { 'scripts/normalize.sh': 'echo "{\\"word\\":\\"x\\"}" > result/result.json' },
      runner: { normalizer: { command: 'sh scripts/normalize.sh', enabled: true } },
    })
    const skills = [untilTold, { id: 'quick' }, normalized]
    try {
      const first = await startApp({
        folder,
        skills,
        env: { ...env, SKILL_RUNNER_SANDBOX: 'off' },
        limits: { shutdownGraceMs: 0 },
      })
      await first.until(await first.create('until-told'), 'running')
      const script = await first.create('quick')
      const demo = await first.create('demo-prime-number', { input: { numbers: [5] }, await_upload: false })
      await first.stop()

      // All that a child needs without a sandbox, and no bubblewrap.
      const programs = join(folder, 'programs')
      mkdirSync(programs)
      for (const name of ['setpriv', 'test', 'sh']) symlinkSync(`/usr/bin/${name}`, join(programs, name))
      process.env['PATH'] = programs
      await using second = await startApp({ folder, env: { ...env, SKILL_RUNNER_SANDBOX: 'auto' } })
      const refused = await second.until(script, 'failed', 'succeeded')
      assert.deepEqual([refused.status, refused.error?.code], ['failed', 'SANDBOX_UNAVAILABLE'])
      const trusted = await second.until(demo, 'failed', 'succeeded')
      assert.deepEqual([trusted.status, trusted.error], ['succeeded', null])
      const { result } = await second.run('normalized', { engine: 'replay' })
      const details = result?.error?.details as { steps: { source: string; violations: { message: string }[] }[] }
      assert.deepEqual(
        [result?.error?.code, ...details.steps.map(({ source, violations }) => [source, violations.at(0)?.message])],
        ['SCHEMA_VALIDATION_FAILED', ['message', 'must be string'], ['normalizer', 'was not run: there is no sandbox']],
      )
    } finally {
      process.env['PATH'] = path
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

verifies(
  ['process.secrets-are-masked', 'log.no-secrets'],
  'a planted secret is nowhere in logs, events, errors or answers, and without masking it would be',
  async () => {
    const secret = 'planted/secret+value=42'
    const leak = {
      id: 'leaks',
      js: `
      import { readFileSync } from 'node:fs'
      const { parameter: { parts } } = JSON.parse(readFileSync(0, 'utf8'))
      const secret = parts.join('')
      process.stdout.write('plain ' + secret.slice(0, 7)); await new Promise((r) => setTimeout(r, 60))
      process.stdout.write(secret.slice(7) + ' end\\n')
      console.error('encoded ' + Buffer.from(secret).toString('base64') + ' ' + encodeURIComponent(secret))
      process.exit(3)`,
    }
    await using app = await startApp({ skills: [leak], env: { SKILL_RUNNER_TOKEN: secret } })
    const headers = { authorization: `Bearer ${secret}` }
    const parts = [...secret]
    const { body } = await app.post<{ request_id: string }>(
      '/v1/jobs?wait=240',
      { skill_id: 'leaks', parameter: { parts } },
      headers,
    )
    const id = body.request_id
    const { run_id } = (await app.get<{ run_id: string }>(`/v1/jobs/${id}`, headers)).body
    const texts = [JSON.stringify(body), app.logged.join('')]
    for (const path of ['/logs', '/events/history', '/events/history?protocol=rasp', '/logs/range?stream=stdout']) {
      texts.push(JSON.stringify((await app.get(`/v1/jobs/${id}${path}`, headers)).body))
    }
    for (const entry of readdirSync(app.data, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) texts.push(readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    }
    const forms = [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)]
    for (const form of forms) assert.ok(!texts.some((text) => text.includes(form)), `${form} was found`)
    const stdout = readFileSync(join(app.runFolder(run_id), '.audit/stdout.1.log'), 'utf8')
    assert.equal(stdout, `plain ${'*'.repeat(secret.length)} end\n`)

    // The same skill on a server that does not know the value prints it.
    await using naive = await startApp({ skills: [leak] })
    const open = await naive.run('leaks', { parameter: { parts } })
    const { body: logs } = await naive.get<{ stdout: string; stderr: string }>(`/v1/jobs/${open.request_id}/logs`)
    assert.ok(logs.stdout.includes(secret))
    assert.ok(logs.stderr.includes(forms[1] ?? '') && logs.stderr.includes(forms[2] ?? ''))
  },
)

verifies(
  ['store.projects-are-apart', 'door.tokens-and-scopes'],
  'tokens of two projects see nothing of each other, on any route',
  async () => {
    const { createHash } = await import('node:crypto')
    const folder = mkdtempSync(join(tmpdir(), 'asr-tokens-'))
    const file = join(folder, 'tokens.json')
    const token = (name: string, scopes: string[], project?: string) => ({
      name,
      sha256: createHash('sha256').update(`token-of-${name}-1234567890`).digest('hex'),
      scopes,
      ...(project ? { project } : {}),
    })
    writeFileSync(
      file,
      JSON.stringify([token('ours', ['run'], 'ours'), token('theirs', ['admin'], 'theirs'), token('reader', ['read'], 'ours')]),
      { mode: 0o600 },
    )
    const as = (name: string) => ({ authorization: `Bearer token-of-${name}-1234567890` })
    try {
      await using app = await startApp({ env: { SKILL_RUNNER_TOKEN_FILE: file }, skills: [{ id: 'quick' }] })
      const { body } = await app.post<{ request_id: string; status: string }>(
        '/v1/jobs?wait=240',
        { skill_id: 'quick' },
        as('ours'),
      )
      assert.equal(body.status, 'succeeded')
      const paths = ['', '/result', '/artifacts', '/logs', '/logs/range?stream=stdout', '/events', '/events/history']
      for (const path of paths) {
        const statuses = [as('ours'), as('reader'), as('theirs'), {}].map(
          async (headers) => (await app.get(`/v1/jobs/${body.request_id}${path}`, headers)).status,
        )
        assert.deepEqual(await Promise.all(statuses), [200, 200, 404, 401], path)
      }
      assert.equal((await app.post(`/v1/jobs/${body.request_id}/cancel`, undefined, as('theirs'))).status, 404)
      assert.equal((await app.post(`/v1/jobs/${body.request_id}/cancel`, undefined, as('reader'))).status, 403)
      assert.deepEqual((await app.get<{ jobs: unknown[] }>('/v1/jobs', as('theirs'))).body.jobs, [])
      assert.equal((await app.get<{ jobs: unknown[] }>('/v1/jobs', as('reader'))).body.jobs.length, 1)
      assert.equal((await app.get('/healthz')).status, 200)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

verifies(
  'run.hostile-schemas-are-bounded',
  'a pattern that never ends is refused in bounded time, and other jobs go on meanwhile',
  async () => {
    const hostile = { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$', 'x-input-source': 'inline' } } }
    await using app = await startApp({
      skills: [
        { id: 'hostile-input', input: hostile },
        {
          id: 'hostile-output',
          output: { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } },
          sh: `echo '{"text":"${'a'.repeat(40)}!"}'`,
        },
      ],
    })
    const attack = app.post('/v1/jobs', { skill_id: 'hostile-input', input: { text: `${'a'.repeat(40)}!` } })
    const demo = await app.run('demo-prime-number', { input: { numbers: [3] } })
    assert.equal(demo.status, 'succeeded')
    const refused = await attack
    assert.deepEqual([refused.status, errorOf(refused.body).code], [422, 'SKILL_LIMIT_EXCEEDED'])
    const { status, result } = await app.run('hostile-output')
    assert.deepEqual([status, result?.error?.code], ['failed', 'SKILL_LIMIT_EXCEEDED'])
  },
)

verifies(
  'sandbox.host-is-out-of-reach',
  'links, pipes and folders that a script leaves where the server writes are replaced, never followed',
  async () => {
    const canary = join(mkdtempSync(join(tmpdir(), 'asr-canary-')), 'canary')
    writeFileSync(canary, 'canary')
    const plant = (how: string) => `cd result && for f in validation.json result.json; do ${how}; done; cd ..; echo '{"a":1}'`
    await using app = await startApp({
      skills: [
        { id: 'plants-links', sh: plant(`ln -s ${canary} $f`) },
        { id: 'plants-pipes', sh: plant('mkfifo $f') },
        { id: 'plants-folders', sh: plant('mkdir -p $f/deep') },
        { id: 'plants-links-invalid', sh: `${plant(`ln -s ${canary} $f`)}; exit 0`, output: { type: 'object', required: ['b'] } },
      ],
    })
    for (const skill of ['plants-links', 'plants-pipes', 'plants-folders']) {
      const { status, result } = await app.run(skill)
      assert.deepEqual([status, result?.data], ['succeeded', { a: 1 }], skill)
    }
    const invalid = await app.run('plants-links-invalid')
    assert.equal(invalid.result?.error?.code, 'SCHEMA_VALIDATION_FAILED')
    assert.equal(readFileSync(canary, 'utf8'), 'canary')
    rmSync(join(canary, '..'), { recursive: true })
  },
)

verifies(
  'sandbox.host-is-out-of-reach',
  'a result file behind a link that a script made on the way is left alone: nothing outside the run is read, moved or handed out',
  async () => {
    const behindLink = (id: string, name: string) => ({
      id,
      output: { type: 'object', required: ['nope'] },
      sh: 'ln -s ../../.. "$SKILL_ARTIFACTS_DIR/d"; echo "{}"',
      runner: {
        entrypoint: { type: 'script', script: { command: 'sh scripts/run.sh' }, result_json_filename: `artifacts/d/${name}` },
      },
    })
    await using app = await startApp({
      skills: [behindLink('takes-file', 'canary.txt'), behindLink('takes-folder', 'canary-folder')],
    })
    writeFileSync(join(app.data, 'canary.txt'), 'canary', { mode: 0o600 })
    mkdirSync(join(app.data, 'canary-folder'))
    for (const skill of ['takes-file', 'takes-folder']) {
      const { request_id, result } = await app.run(skill)
      assert.equal(result?.error?.code, 'SCHEMA_VALIDATION_FAILED', skill)
      const raw = join(app.runFolder((await app.job(request_id)).run_id), 'raw/result.json')
      assert.equal(existsSync(raw), false, skill)
    }
    assert.equal(readFileSync(join(app.data, 'canary.txt'), 'utf8'), 'canary')
    assert.ok(existsSync(join(app.data, 'canary-folder')))
    // The same path, taken as it stands, leads to the canary.
    const { request_id } = await app.run('takes-file')
    const folder = app.runFolder((await app.job(request_id)).run_id)
    assert.equal(readFileSync(join(folder, 'artifacts/d/canary.txt'), 'utf8'), 'canary')
  },
)

verifies(
  'sandbox.host-is-out-of-reach',
  'without a sandbox a later run of the same user cannot change the result of an older one, and a link or a pipe there is not read',
  async () => {
    await using app = await startApp({
      env: { SKILL_RUNNER_SANDBOX: 'off', SKILL_RUNNER_RUN_AS: '240000-240000', SKILL_RUNNER_MAX_RUNNING_JOBS: '1' },
      skills: [
        { id: 'honest', sh: `echo '{"honest":true}'` },
        { id: 'forger', sh: 'for f in ../*/result/result.json; do rm -f "$f" 2>/dev/null && mkfifo "$f"; done; echo "{}"' },
      ],
    })
    const { request_id, status } = await app.run('honest')
    assert.equal(status, 'succeeded')
    await app.run('forger')
    const answer = await app.get<{ result: { data: unknown } }>(`/v1/jobs/${request_id}/result`)
    assert.deepEqual(answer.body.result.data, { honest: true })
    const { resultFile } = app.app.runner.layout.run((await app.job(request_id)).run_id)
    rmSync(resultFile)
    symlinkSync('/etc/hostname', resultFile)
    assert.equal((await app.get(`/v1/jobs/${request_id}/result`)).status, 400)
  },
)
