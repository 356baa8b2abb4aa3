import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { Recording } from '@agent-skill-runner/contract/recording.ts'
import { verifies } from '../../../../test/verifies.ts'
import { nothingCovered } from '../../src/recording/cover.ts'
import { recordRun } from '../../src/recording/record.ts'
import { errorOf } from '../support/answers.ts'
import { startApp, untilTold } from '../support/app.ts'
import { ask, lasting, play, recordingOf, seen } from '../support/recordings.ts'
import { sdkOf } from '../support/sdk.ts'
import { inlineInputs, packageOf } from '../support/skills.ts'
import { begin, replayOnly, says, talkSkill } from '../support/talk.ts'

const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00, 0xfe])
const event = (fields: object) => ({ event: fields })
const ask1 = '<ASK_USER_YAML>\nkind: choose_one\nprompt: Who is it for?\noptions: [me, us]\n</ASK_USER_YAML>'

/** Everything that an engine can say and do, in three attempts. */
const talk = talkSkill(
  'talk',
  [
    [
      event({ type: 'session', handle: 's-1' }),
      event({ type: 'turn', phase: 'started' }),
      event({ type: 'reasoning', text: "{{ 'Braces {{ stay }} {% as %} they are.' }}" }),
      { message: 'I ask first.' },
      event({ type: 'usage', input_tokens: 10, output_tokens: 2, cached_tokens: 1, cost_usd: 0.5 }),
      { message: `Well. ${ask1}`, final: true },
      event({ type: 'turn', phase: 'completed' }),
    ],
    [
      event({ type: 'tool', phase: 'started', id: 'c1', name: 'shell', input: { command: ['ls', '-l'], deep: { n: 1.5 } } }),
      event({ type: 'tool', phase: 'failed', id: 'c1', name: 'shell', output: 'no such file\n', exit_code: 2 }),
      event({ type: 'notice', message: 'The provider was busy.' }),
      { stdout: 'not an event' },
      { stderr: 'a complaint\nof two lines' },
      says('And what <ASK_USER_YAML>\nkind: open_text\nprompt: What?\n</ASK_USER_YAML>'),
    ],
    [
      { write: { path: 'artifacts/notes/a.md', text: '# {{ replies[0] }}\r\n' } },
      { write: { path: 'artifacts/empty.txt', text: '' } },
      { write: { path: 'artifacts/picture.png', base64: picture.toString('base64') } },
      event({ type: 'usage', input_tokens: 5, output_tokens: 1, cost_usd: 0.25 }),
      says({ word: 'done', __SKILL_DONE__: true }),
    ],
  ],
  { artifacts: [{ role: 'notes', pattern: 'notes/*.md', required: true }] },
)

const githubToken = `ghp_${'a1B2'.repeat(9)}`
const apiKey = `sk-proj-${'Zz09'.repeat(8)}`
const webhookSecret = `whsec_${Buffer.from('the-secret-of-this-server!').toString('base64')}`

/** Tells what it should not, wherever it can. */
const indiscreet = talkSkill(
  'indiscreet',
  [
    [
      event({
        type: 'tool',
        phase: 'started',
        id: 'c1',
        name: 'shell',
        input: { [`/home/alice/x`]: `GITHUB_TOKEN=${githubToken}` },
      }),
      event({ type: 'tool', phase: 'completed', id: 'c1', name: 'shell', output: `export KEY='${apiKey}'` }),
      { message: 'It lies in /home/alice/work and {{ run_dir }}/artifacts; {{ input.note }}' },
      { write: { path: `artifacts/${githubToken}.txt`, text: 'in a name' } },
      { write: { path: 'artifacts/notes.txt', text: `Authorization: Bearer ${'q'.repeat(24)}9\n` } },
      { write: { path: 'artifacts/bytes.bin', base64: Buffer.concat([picture, Buffer.from(apiKey)]).toString('base64') } },
      says({ word: `https://alice:hunter22@example.com/` }),
    ],
  ],
  { input: inlineInputs('note') },
)

/** A script makes a file before the engine says a word, and prints as well. */
const hybrid = (id: string, bytes: number) =>
  talkSkill(id, [[says({ word: 'done' })]], {
    sh: `echo from the script; head -c ${bytes} /dev/zero | tr '\\0' x > "$SKILL_ARTIFACTS_DIR/large.txt"`,
    runner: {
      entrypoint: { type: 'hybrid', script: { command: 'sh scripts/run.sh' }, prompt: { result_mode: 'stdout' } },
    },
  })

const wild = talkSkill('wild', [[says({ word: 'never played' })]])
let deep: unknown = 'bottom'
for (let level = 0; level < 900; level++) deep = [deep]
/** What a hostile CLI might print: strange names, bytes that are no text, much of everything. */
const wildLines: readonly (string | Buffer)[] = [
  JSON.stringify({ type: 'session', handle: '../../etc/passwd' }),
  JSON.stringify({ type: 'message', text: `\u0000\ud800 {{ 7 * 7 }} {% raw %} \u2028 ${'é'.repeat(300_000)}` }),
  '{"type":"tool","phase":"started","id":"__proto__","name":"constructor","input":{"__proto__":{"a":1},"constructor":null}}',
  JSON.stringify({ type: 'tool', phase: 'started', id: '', name: '', input: deep }),
  JSON.stringify({ type: 'tool', phase: 'completed', id: '', name: '', output: 'x'.repeat(100_000), exit_code: -1 }),
  '{"type":"usage","input_tokens":9007199254740991,"output_tokens":0,"cost_usd":1e308}',
  Buffer.from([0xff, 0xfe, 0x00, 0x80]),
  '{"type":"message","text":"unfinished',
  JSON.stringify({ type: 'message', text: '{"word":"wild"}', final: true }),
]

const slow = talkSkill('slow', [[{ message: 'wait' }, { wait_for: 'tmp/never' }]])
const failing = talkSkill('failing', [
  [{ message: 'I try.' }, event({ type: 'turn', phase: 'failed', reason: 'no quota' }), { stderr: 'giving up' }, { exit: 7 }],
])

const said = (text: string, final: boolean) => event({ type: 'message', text, final })
const tool = (phase: string, input: unknown, output: string | null) =>
  event({ type: 'tool', phase, id: 'c1', name: 'shell', input, output, exit_code: null })

let app: Awaited<ReturnType<typeof startApp>>
before(async () => {
  app = await startApp({
    skills: [talk, untilTold, indiscreet, hybrid('hybrid', 10), hybrid('large', 9_000_000), slow, failing, wild],
    env: { ...replayOnly, SKILL_RUNNER_WEBHOOK_SECRET: webhookSecret },
  })
  const folder = join(app.skillsDir, 'wild/assets/replay/wild/.audit')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'stdout.1.log'), Buffer.concat(wildLines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')])))
})
after(() => app[Symbol.asyncDispose]())

const wanted = (replies: readonly unknown[] = []) => ({
  recorded: { skill_id: 'talk' } as Recording['recorded'],
  job: {
    input: {},
    parameter: {},
    execution_mode: 'interactive' as const,
    files: [],
    replies: replies.map((response) => ({ response, resolution_mode: 'user_reply' as const, files: [] })),
  },
})

verifies(
  'recording.plays-the-same',
  'a recorded conversation of three attempts is played with the same events, files, usage and result, and its recording is the same again',
  async () => {
    const first = await ask(app, wanted(['us', 'a thing']), { engine: 'replay', model: 'default' })
    const recording = await recordingOf(app, first)
    const second = await play(app, recording)
    const [before, now] = [await seen(app, first), await seen(app, second)]
    assert.deepEqual(
      [before.status, before.attempts, before.data, before.usage],
      ['succeeded', 3, { word: 'done' }, { input_tokens: 15, output_tokens: 3, cached_tokens: 1, cost_usd: 0.75 }],
    )
    assert.equal(before.artifacts.length, 3)
    // The lines of stderr, and what the server says of a batch of lines, may come before or after what was said on stdout.
    const isAside = ({ type, data }: (typeof before.conversation)[number]) =>
      type === 'raw.stderr' || data['code'] === 'UNPARSED_CONTENT_FELL_BACK_TO_RAW'
    const inOrder = ({ conversation, ...rest }: typeof before) => ({
      ...rest,
      conversation: conversation.filter((one) => !isAside(one)),
      aside: conversation.filter(({ type }) => type === 'raw.stderr'),
    })
    assert.deepEqual(inOrder(now), inOrder(before))
    assert.deepEqual(lasting(await recordingOf(app, second)), lasting(recording))
  },
)

verifies(
  'recording.masks',
  'tokens, home folders and paths of the machine are masked wherever they stand, and counted',
  async () => {
    const note = `the secret is ${webhookSecret}`
    const { request_id, result } = await app.run('indiscreet', { engine: 'replay', input: { note } })
    assert.equal(result?.error, null)
    const recording = await recordingOf(app, request_id)
    const text = JSON.stringify(recording)
    const stars = (secret: string) => '*'.repeat(secret.length)
    for (const secret of [githubToken, apiKey, webhookSecret, 'alice/', 'qqqq', 'hunter22', app.data]) {
      assert.ok(!text.includes(secret), secret)
    }
    const steps = recording.turns.at(0)?.steps ?? []
    assert.deepEqual(
      steps.filter((step) => !('event' in step && step.event['type'] === 'session')),
      [
        { write: { path: `artifacts/${stars(githubToken)}.txt`, text: 'in a name' } },
        { write: { path: 'artifacts/bytes.bin', base64: Buffer.concat([picture, Buffer.from(apiKey)]).toString('base64') } },
        { write: { path: 'artifacts/notes.txt', text: `Authorization: Bearer ${stars('q'.repeat(25))}\n` } },
        tool('started', { '/home/user/x': `GITHUB_TOKEN=${stars(githubToken)}` }, null),
        tool('completed', null, `export KEY='${stars(apiKey)}'`),
        said(`It lies in /home/user/work and /workspace/artifacts; the secret is ${stars(webhookSecret)}`, false),
        said('{"word":"https://alice:********@example.com/"}', true),
      ],
    )
    const given = recording.job.input['note']
    assert.equal(given, `the secret is ${stars(webhookSecret)}`)
    assert.deepEqual(recording.result.data, { word: 'https://alice:********@example.com/' })
    assert.deepEqual(recording.not_searched, ['artifacts/bytes.bin'])
    assert.deepEqual(recording.masked, [
      { what: 'home folder', count: 2 },
      { what: 'known secret', count: 1 },
      { what: 'token', count: 6 },
    ])
    const found = await app.app.runner.store.jobs.get(request_id)
    assert.ok(found)
    const open = JSON.stringify(await recordRun(app.app.runner, found, nothingCovered))
    for (const secret of [githubToken, apiKey, webhookSecret, '/home/alice/', 'hunter22'])
      assert.ok(open.includes(secret), secret)
  },
)

verifies('recording.plays-the-same', 'a run that failed fails again in the same way, and its exit code is played', async () => {
  const first = await app.create('failing', { engine: 'replay' })
  await app.until(first, 'failed')
  const recording = await recordingOf(app, first)
  assert.deepEqual(recording.turns.at(0)?.steps.at(-1), { exit: 7 })
  const second = await play(app, recording)
  const [before, now] = [await seen(app, first), await seen(app, second)]
  assert.deepEqual([now.status, now.error, now.attempts], ['failed', 'ENGINE_FAILED', 1])
  const isSaid = ({ type }: { type: string }) => type !== 'raw.stderr'
  assert.deepEqual(now.conversation.filter(isSaid), before.conversation.filter(isSaid))
  assert.deepEqual(lasting(await recordingOf(app, second)), lasting(recording))
})

verifies('recording.plays-the-same', 'what a script of the skill printed and made is not played a second time', async () => {
  const { request_id } = await app.run('hybrid', { engine: 'replay' })
  const recording = await recordingOf(app, request_id)
  assert.ok(!JSON.stringify(recording.turns).includes('from the script'))
  const second = await play(app, recording)
  assert.deepEqual(await seen(app, second), await seen(app, request_id))
})

verifies('recording.refuses-what-cannot-be-played', 'what cannot be played is refused with the reason', async () => {
  const refusal = async (id: string) => {
    const { status, body } = await app.get(`/v1/jobs/${id}/recording`)
    const { code, details } = errorOf(body)
    return [status, code, details]
  }
  const unavailable = (reason: string) => [409, 'RECORDING_UNAVAILABLE', { reason }]

  const running = await app.create('until-told')
  await app.until(running, 'running')
  assert.deepEqual(await refusal(running), [409, 'RESULT_NOT_READY', { status: 'running' }])
  await app.tell(running)
  await app.until(running, 'succeeded')
  assert.deepEqual(
    await refusal(running),
    unavailable('It ran a script and no engine. A script needs no recording: run it again.'),
  )

  const asking = (await begin(app, 'talk')).request_id
  assert.deepEqual(await refusal(asking), [409, 'RESULT_NOT_READY', { status: 'waiting_user' }])
  await app.post(`/v1/jobs/${asking}/cancel`)
  assert.deepEqual(await refusal(asking), unavailable('It was canceled.'))

  const late = await app.create('slow', { engine: 'replay', runtime_options: { timeout_sec: 1 } })
  await app.until(late, 'failed')
  assert.deepEqual(await refusal(late), unavailable('The engine did not end by itself in attempt 1 (timed_out).'))

  const large = await app.run('large', { engine: 'replay' })
  assert.deepEqual(await refusal(large.request_id), [
    409,
    'RECORDING_TOO_LARGE',
    { most_bytes: 8 * 1024 * 1024, at: 'artifacts/large.txt' },
  ])

  const small = await app.app.runner.store.jobs.get((await app.run('failing', { engine: 'replay' })).request_id)
  assert.ok(small)
  await assert.rejects(recordRun(app.app.runner, small, nothingCovered, 500), {
    code: 'RECORDING_TOO_LARGE',
    details: { most_bytes: 500, at: 'attempt 1' },
  })

  const { request_id } = await app.run('hybrid', { engine: 'replay' })
  const { run_id } = await app.job(request_id)
  const folder = app.runFolder(run_id)
  writeFileSync(join(folder, 'artifacts/large.txt'), 'another one')
  assert.deepEqual(await refusal(request_id), unavailable('artifacts/large.txt is gone, or is not what the run left.'))
  rmSync(join(folder, '.audit/events.1.jsonl'))
  assert.deepEqual(await refusal(request_id), unavailable('Its events are gone.'))
  rmSync(folder, { recursive: true })
  assert.deepEqual(await refusal(request_id), unavailable('There is no record of how attempt 1 ended.'))
  assert.deepEqual((await app.get('/v1/jobs/job_none/recording')).status, 404)
})

verifies(
  'recording.hostile-runs',
  'a run that says whatever it likes gives a recording that fits its schema and plays the same',
  async () => {
    const { request_id, result } = await app.run('wild', { engine: 'replay', model: 'wild' })
    assert.deepEqual(result?.data, { word: 'wild' })
    const recording = await recordingOf(app, request_id)
    const named = recording.turns.at(0)?.steps.find((step) => 'event' in step)
    assert.deepEqual(named, { event: { type: 'session', handle: 'recorded' } })
    const second = await play(app, recording)
    const [before, now] = [await seen(app, request_id), await seen(app, second)]
    const isSame = ({ type }: { type: string }) => !/^(diagnostic|conversation\.started)/.test(type)
    assert.deepEqual(now.conversation.filter(isSame), before.conversation.filter(isSame))
    assert.deepEqual(now.data, before.data)
    assert.deepEqual(lasting(await recordingOf(app, second)), lasting(recording))
  },
)

verifies('recording.masks', 'a run without a sandbox names no folder of its machine in its recording', async () => {
  const paths = talkSkill('paths', [[{ message: '{{ run_dir }}/artifacts and {{ skill.dir }}/SKILL.md' }, says({ word: 'x' })]])
  await using bare = await startApp({ skills: [paths], env: { ...replayOnly, SKILL_RUNNER_SANDBOX: 'off' } })
  const { request_id } = await bare.run('paths', { engine: 'replay' })
  const recording = await recordingOf(bare, request_id)
  const said = recording.turns.flatMap(({ steps }) => steps.flatMap((step) => ('event' in step ? [step.event['text']] : [])))
  assert.deepEqual(
    said.filter((text) => typeof text === 'string'),
    ['/workspace/artifacts and /workspace/.agents/skills/paths/SKILL.md', '{"word":"x"}'],
  )
  assert.deepEqual(recording.masked, [{ what: 'path of the server', count: 2 }])
  assert.ok(!JSON.stringify(recording).includes(bare.folder))
})

verifies(
  'recording.plays-the-same',
  'a run of a temporary skill is recorded at both of its places, and with the SDK',
  async () => {
    const zip = new Blob([new Uint8Array(packageOf(talk))])
    const runner = sdkOf(app.url)
    const { request_id } = await runner.tempRuns.create({ engine: 'replay', runtime_options: { execution_mode: 'auto' } })
    await runner.tempRuns.upload(request_id, { skill: zip })
    await runner.tempRuns.wait(request_id)
    const [one, other] = [await runner.tempRuns.recording(request_id), await runner.jobs.recording(request_id)]
    assert.deepEqual(one, other)
    assert.deepEqual([one.recorded.skill_id, one.turns.length], ['talk', 1])
  },
)
