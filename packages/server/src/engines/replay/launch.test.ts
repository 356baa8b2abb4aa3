import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LaunchRequest } from '../engine.ts'
import { replay } from './index.ts'

const request: LaunchRequest = {
  prompt: 'Do it.',
  model: 'short',
  script: '{"steps":[]}',
  program: { path: '/opt/engine/cli.mjs', runBy: 'node' },
  settings: {},
  env: {},
  resume: null,
  outputSchema: null,
  needsOwnSandbox: false,
  places: { workspace: '/workspace', skill: '/skill', home: '/home/runner', node: '/usr/bin/node' },
}

test('a script is put into the home and played from there, with the prompt on stdin and no network', () => {
  assert.deepEqual(replay.launch(request), {
    argv: ['/usr/bin/node', '/opt/engine/cli.mjs', '/home/runner/replay.json'],
    env: {},
    stdin: 'Do it.',
    network: 'off',
    files: [{ name: 'replay.json', text: '{"steps":[]}' }],
    shown: [],
  })
})

test('a recorded run is played from the skill', () => {
  const { argv, files } = replay.launch({ ...request, script: null })
  assert.deepEqual([argv, files], [['/usr/bin/node', '/opt/engine/cli.mjs', '/skill/assets/replay/short'], []])
})

test('what stands in a recording is never taken for templates, whatever the recordings beside it are called', () => {
  const files = ['a.json', 'b.recording.json', 'b.recording.recording.json'].map((name) => `assets/replay/${name}`)
  const scripts = replay
    .models({ version: null, settings: {}, skillFiles: files })
    .models.map(({ id }) => [id, replay.scriptOf(id, files)])
  assert.deepEqual(scripts, [
    ['a', 'assets/replay/a.json'],
    ['b', null],
    ['b.recording', null],
  ])
})

test('a session is gone on with by its name, and nothing else passes for one', () => {
  const resume = '5a1b0c0e-0000-4000-8000-00000000abcd'
  const { argv } = replay.launch({ ...request, resume })
  assert.deepEqual(argv, ['/usr/bin/node', '/opt/engine/cli.mjs', '/home/runner/replay.json', '--resume', resume])
  for (const handle of ['', '../other', 'a b', 'a\0', 'x'.repeat(101)])
    assert.throws(() => replay.launch({ ...request, resume: handle }), { code: 'SESSION_RESUME_FAILED' }, handle)
  assert.deepEqual(
    ['.replay/s-1.json', '.replay/deep/s-1.json', 'replay.json', '.replay/s-1.json.lock'].map((name) =>
      replay.sessionFiles?.test(name),
    ),
    [true, false, false, false],
  )
})

test('the same request gives the same launch', () => {
  assert.deepEqual(replay.launch(structuredClone(request)), replay.launch(request))
})

test('models are the scripts and recorded runs of the skill, default first', () => {
  const files = [
    'SKILL.md',
    'assets/replay/zebra.json',
    'assets/replay/default.json',
    'assets/replay/ape/.audit/stdout.1.log',
    'assets/replay/ape/.audit/events.1.jsonl',
    'assets/replay/deep/er.json',
    'assets/replay/notes.txt',
    'replay/other.json',
  ]
  const { models } = replay.models({ skillFiles: files, version: null, settings: {} })
  assert.deepEqual(
    models.map(({ id }) => id),
    ['default', 'ape', 'zebra'],
  )
  assert.equal(replay.scriptOf('zebra', files), 'assets/replay/zebra.json')
  assert.equal(replay.scriptOf('ape', files), null)
  assert.equal(replay.obstacle(files), null)
  assert.equal(replay.obstacle(['SKILL.md']), 'The skill brings nothing to replay in assets/replay.')
})
