import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Script, startScriptedModel } from '@agent-skill-runner/scripted-model'
import { verifies } from '../../../test/verifies.ts'
import { capture } from '../src/process/capture.ts'

const program = fileURLToPath(new URL('./stand-ins/iflow.mjs', import.meta.url))
const recorded = (name: string): string => readFileSync(new URL(`./captures/iflow/${name}`, import.meta.url), 'utf8')

/** All that differs from call to call, and nothing else: ids, and how long it took. */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/(?<=session-)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>'],
  [/(?<="conversation-id": ")[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>'],
  [/(?<="executionTimeMs": )\d+/g, '<ms>'],
]
const steady = (text: string): string => volatile.reduce((so, [what, by]) => so.replaceAll(what, by), text)

/** As in the recordings: the same tokens for every call of the model. */
const usage = { input: 812, output: 45 }

/** A folder to work in, a home, and a model that plays a script, as it was when the real one was recorded. */
async function openStage(scriptIn: (work: string) => Script, settings: object = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'asr-iflow-'))
  const model = await startScriptedModel({})
  const [work, home] = [join(folder, 'work'), join(folder, 'home')]
  const scene = model.scene('iflow', scriptIn(work))
  const account = { selectedAuthType: 'openai-compatible', apiKey: 'fixture-key', baseUrl: `${scene.url}/v1` }
  putJson(join(work, '.iflow/settings.json'), { ...account, modelName: 'ffpane-fixture-model', ...settings })
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home }
  return {
    ...{ work, home, scene, url: account.baseUrl },
    start: (...words: string[]) =>
      spawn(process.execPath, [program, ...words], { cwd: work, env, stdio: ['ignore', 'pipe', 'pipe'] }),
    run: (words: readonly string[], more: { readonly env?: Record<string, string>; readonly stdin?: string } = {}) =>
      capture([process.execPath, program, ...words], { timeoutMs: 600_000, cwd: work, ...more, env: { ...env, ...more.env } }),
    problems: () => [scene.problems, scene.unplayed, model.problems],
    async [Symbol.asyncDispose]() {
      await model.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function putJson(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(value))
}

const nothing = () => ({ steps: [] })
const proves = (name: string, body: () => Promise<void>) => verifies('iflow.documented-contract', name, body)

proves('the stand-in of iflow plays the recorded turn with two tools byte for byte, and the one that resumes it', async () => {
  const [asked, summary] = [
    'Create hello.txt with content hello, run node -v, then summarize.',
    "I created hello.txt containing 'hello' and verified node -v prints v24.15.0.",
  ]
  await using stage = await openStage((work) => ({
    steps: [
      { calls: [{ name: 'write_file', args: { file_path: join(work, 'hello.txt'), content: 'hello' } }], usage },
      {
        calls: [{ name: 'run_shell_command', args: { command: 'node -v' } }],
        usage,
        expect: { toolResult: 'wrote to new file' },
      },
      { say: summary, usage, expect: { prompt: asked, toolResult: `Stdout: ${process.version}\n` } },
      { say: 'Resumed OK. I remember creating hello.txt earlier.', usage, expect: { history: [asked, summary, 'What did'] } },
    ],
  }))
  const first = await stage.run(['-p', asked, '--yolo', '--output-file', 'execinfo.json'])
  assert.deepEqual([first.code, first.stdout], [0, recorded('headless-success/stdout')])
  assert.equal(steady(first.stderr), steady(recorded('headless-success/stderr')))
  const told = readFileSync(join(stage.work, 'execinfo.json'), 'utf8')
  assert.equal(steady(told), steady(recorded('headless-success/execinfo.json')))
  assert.equal(readFileSync(join(stage.work, 'hello.txt'), 'utf8'), 'hello')

  const { 'session-id': id } = JSON.parse(told) as { 'session-id': string }
  const second = await stage.run(['-r', id, '-p', 'What did you do before?'])
  assert.deepEqual([second.code, second.stdout], [0, recorded('headless-resume/stdout')])
  assert.equal(steady(second.stderr), steady(recorded('headless-resume/stderr')))
  assert.equal(second.stderr.split(id).length - 1, 2, 'the session keeps its id')
  assert.deepEqual(readdirSync(join(stage.home, '.iflow/projects', stage.work.replaceAll('/', '-'))), [`${id}.jsonl`])
  assert.deepEqual(stage.problems(), [[], [], []])
})

proves('without leave to write it has no tool that writes, as recorded, and ends well', async () => {
  await using stage = await openStage((work) => ({
    steps: [
      { calls: [{ name: 'write_file', args: { file_path: join(work, 'deny.txt'), content: 'x' } }], usage },
      { say: 'I attempted to write deny.txt.', usage, expect: { toolResult: 'Tool "write_file" not found in registry.' } },
    ],
  }))
  const { code, stdout, stderr } = await stage.run(['-p', 'Write deny.txt.', '--plan'])
  assert.deepEqual([code, stdout], [0, recorded('headless-plan-deny/stdout')])
  assert.equal(steady(stderr), steady(recorded('headless-plan-deny/stderr')))
  assert.deepEqual(readdirSync(stage.work), ['.iflow'])
  assert.deepEqual(stage.problems(), [[], [], []])
})

proves('without an account it says the recorded words and ends with 1', async () => {
  await using stage = await openStage(nothing)
  await rm(join(stage.work, '.iflow'), { recursive: true })
  const { code, stdout, stderr } = await stage.run(['-p', 'Say hello'])
  const words = recorded('headless-noauth/stderr').replace(
    'C:\\Users\\USER\\.iflow\\settings.json',
    `${stage.home}/.iflow/settings.json`,
  )
  assert.deepEqual({ code, stdout, stderr }, { code: 1, stdout: '', stderr: words })
})

proves('whoever kills it while the model says nothing finds the recorded words, and a session that has begun', async () => {
  await using stage = await openStage(() => ({ steps: [{ say: 'Too late.', stall: 'before' }] }))
  const child = stage.start('-p', 'Wait.')
  const heard = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (heard.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (heard.stderr += text))
  await stage.scene.reached(1)
  child.kill('SIGKILL')
  await once(child, 'close')
  assert.deepEqual(heard, { stdout: recorded('killed/stdout'), stderr: '' })
  const [project = ''] = readdirSync(join(stage.home, '.iflow/projects'))
  assert.equal(readdirSync(join(stage.home, '.iflow/projects', project)).length, 1)
})

/** The text of a capture as the model said it, cut where its first turn ends. */
function turnsOf(name: string, stream: 'stdout' | 'stderr'): readonly [string, string] {
  const [first = '', rest = ''] = recorded(`${name}/${stream}`)
    .trimEnd()
    .split(/(?<=:)(?=您)/)
  assert.ok(first.startsWith('Let me check') && rest !== '')
  return [first, rest]
}

const look = { name: 'run_shell_command', args: { command: 'true' } }
const conversation = ([first, rest]: readonly [string, string]): Script => ({
  steps: [{ say: first, calls: [look] }, { calls: [look] }, { say: rest, usage: { input: 16256, output: 224 } }],
})

proves('turns that say something before their tools run together, as quoted', async () => {
  await using stage = await openStage(() => conversation(turnsOf('interactive-turn1', 'stdout')), { modelName: 'glm-5' })
  const { code, stdout, stderr } = await stage.run([], { stdin: 'Interview me.' })
  assert.deepEqual([code, stdout], [0, recorded('interactive-turn1/stdout')])
  // The document that quotes it leaves out the empty line before the block.
  assert.equal(steady(stderr), `\n${steady(recorded('interactive-turn1/stderr'))}`)
})

proves('with its streams swapped it prints the answer on stderr, as quoted, and the block on stdout', async () => {
  const settings = { modelName: 'glm-5', standIn: { layout: 'swapped' } }
  await using stage = await openStage(() => conversation(turnsOf('interactive-turn5-drift', 'stderr')), settings)
  const { code, stdout, stderr } = await stage.run(['--yolo'], { stdin: 'Is that all?' })
  assert.deepEqual([code, stderr], [0, recorded('interactive-turn5-drift/stderr')])
  assert.equal(steady(stdout), `\n${steady(recorded('interactive-turn5-drift/stdout'))}`)
})

test('it tells its version and prints the recorded help', async () => {
  await using stage = await openStage(nothing)
  assert.deepEqual(await stage.run(['--version']), { code: 0, stdout: '0.5.19\n', stderr: '' })
  assert.deepEqual(await stage.run(['--help']), { code: 0, stdout: recorded('help.txt'), stderr: '' })
})

test('settings come from system, workspace and home, variables count for more, and flags for most', async () => {
  await using stage = await openStage(() => ({ steps: Array.from({ length: 5 }, () => ({ say: 'Yes.' })) }))
  const modelOf = async (words: readonly string[], env: Record<string, string> = {}) => {
    const { code } = await stage.run(['-p', 'Hello.', ...words], { env })
    return [code, stage.scene.requests.at(-1)?.model]
  }
  putJson(join(stage.home, '.iflow/settings.json'), { modelName: 'of-the-home' })
  assert.deepEqual(await modelOf([]), [0, 'ffpane-fixture-model'])
  const system = join(stage.home, 'system.json')
  putJson(system, { modelName: '$NAMED', apiKey: '$KEY' })
  const env = { IFLOW_CLI_SYSTEM_SETTINGS_PATH: system, NAMED: 'of-the-system', KEY: 'of-the-variable' }
  assert.deepEqual(await modelOf([], env), [0, 'of-the-system'])
  assert.equal(stage.scene.requests.at(-1)?.headers['authorization'], 'Bearer of-the-variable')
  assert.deepEqual(await modelOf([], { ...env, IFLOW_MODEL_NAME: 'of-a-variable' }), [0, 'of-a-variable'])
  assert.deepEqual(await modelOf(['-m', 'of-a-flag'], { ...env, IFLOW_MODEL_NAME: 'of-a-variable' }), [0, 'of-a-flag'])
  writeFileSync(join(stage.work, '.env'), 'IFLOW_MODEL_NAME=of-the-project\n')
  assert.deepEqual(await modelOf(['-m', 'of-a-flag']), [0, 'of-the-project'])
})

test('accounts of the vendor are refused, and variables alone mean one', async () => {
  await using stage = await openStage(nothing, { selectedAuthType: 'oauth-iflow' })
  const gone = {
    code: 1,
    stdout: '',
    stderr: 'Auth method has been deprecated. Please reconfigure with OpenAI Compatible API.\n',
  }
  assert.deepEqual(await stage.run(['-p', 'Hello.']), gone)
  await rm(join(stage.work, '.iflow'), { recursive: true })
  const env = { IFLOW_API_KEY: 'k', IFLOW_BASE_URL: stage.url, IFLOW_MODEL_NAME: 'm' }
  assert.deepEqual(await stage.run(['-p', 'Hello.'], { env }), gone)
})

test('it ends with 1 without anything to do or with a flag that there is not, and loudly where nobody knows what the real one does', async () => {
  await using stage = await openStage(nothing)
  const ended = async (...words: string[]) => {
    const { code, stderr } = await stage.run(words)
    return [code, stderr]
  }
  assert.equal((await ended())[0], 1)
  assert.deepEqual(await ended('--frobnicate'), [1, 'Unknown argument: frobnicate\n'])
  const loud = (what: string) => [70, `STAND-IN OF IFLOW: ${what}\n`]
  for (const flag of ['--max-turns', '-c', '--experimental-acp', '--stream', '--autoEdit', 'mcp'])
    assert.deepEqual(await ended('-p', 'Hello.', flag), loud(`it does not play ${flag}`))
  assert.deepEqual(await ended('--yolo', '--plan'), loud('it does not play --yolo with --plan'))
  assert.deepEqual(await ended('-p', 'Hello.', '--resume'), loud('--resume stands without a value, and then it asks a person'))
  const unknown = 'session-00000000-0000-0000-0000-000000000000'
  assert.deepEqual(await ended('-r', unknown, '-p', 'On.'), loud(`nobody knows what it does without the session ${unknown}`))
  putJson(join(stage.work, '.iflow/settings.json'), { selectedAuthType: 'cloud-shell' })
  assert.deepEqual(await ended('-p', 'Hello.'), loud('it does not play the account "cloud-shell"'))
})
