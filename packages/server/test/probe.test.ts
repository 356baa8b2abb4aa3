import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { EngineRollback, ManagedEngineDetail } from '@agent-skill-runner/contract/engine.ts'
import { pino } from 'pino'
import { verifies } from '../../../test/verifies.ts'
import { geminiCli } from '../src/engines/gemini/cli.ts'
import { gemini } from '../src/engines/gemini/index.ts'
import { systemClock } from '../src/lib/clock.ts'
import { examine } from '../src/probe/examine.ts'
import type { Sandbox } from '../src/sandbox/sandbox.ts'
import { errorOf } from './support/answers.ts'
import { startApp } from './support/app.ts'
import { command } from './support/cli.ts'
import { temporaryFolder } from './support/folder.ts'
import { openInstalling } from './support/installing.ts'
import { openStandIn, type StandInVersion } from './support/registry.ts'
import { geminiAgentVersion } from './support/stand-in-engines.ts'
import { until } from './support/until.ts'

/** The command line in a folder of its own, with a registry that has these versions of a stand-in for gemini. */
async function openBench(context: TestContext, versions: Readonly<Record<string, StandInVersion>>) {
  const folder = await temporaryFolder(context)
  const registry = await openStandIn({ [geminiCli.npm]: versions })
  const prefix = join(folder, 'data', 'npm')
  const env = { ...registry.env, TMPDIR: folder, SKILL_RUNNER_DATA_DIR: join(folder, 'data') }
  await using looking = await openInstalling({ prefix, clis: { gemini: geminiCli }, env: registry.env })
  return {
    folder,
    prefix,
    registry,
    run: (...words: string[]) => command(words, { cwd: folder, env }),
    /** As another process sees it. */
    installations: looking.installations,
    [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose](),
  }
}

const pinned = { '0.61.0': geminiAgentVersion('0.61.0') }
const begunAnew = 'The model is not told what was said before.'

const table = (printed: string) =>
  printed
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/))

verifies('drift.probe-writes-a-card', 'a probe tries each case and keeps a card beside the version', async (context) => {
  await using bench = await openBench(context, pinned)
  await bench.run('engine', 'install', 'gemini')
  assert.equal(bench.installations().current('gemini')?.card, null)
  const { code, stdout, stderr } = await bench.run('engine', 'probe', 'gemini')
  const results = [
    ['flags', 'yes', 'a turn with all our flags'],
    ['skill_folder', 'yes', 'a skill in its folder'],
    ['tool_call', 'yes', 'a call of its shell tool'],
    ['resume', 'yes', 'a session that goes on'],
    ['big_output', 'yes', 'an answer of 48 KiB'],
    ['kill', 'yes', 'its end, with all it started'],
    ['network', 'yes', 'no calls but to its model'],
  ]
  assert.deepEqual([code, table(stdout)], [0, [['CASE', 'RESULT', 'WHAT'], ...results]])
  assert.deepEqual(
    stderr.trimEnd().split('\n'),
    results.map(([id]) => `gemini: ${id} … yes`),
  )
  const { card } = bench.installations().current('gemini') ?? {}
  assert.deepEqual(
    card?.findings.map(({ id, result, reason }) => [id, result, reason]),
    results.map(([id]) => [id, 'yes', null]),
  )
  assert.deepEqual(readdirSync(join(bench.prefix, 'gemini/0.61.0')).includes('capabilities.json'), true)
  assert.deepEqual(
    readdirSync(bench.folder).filter((name) => name.startsWith('skill-runner-')),
    [],
  )
})

verifies('drift.probe-writes-a-card', 'drift is found in whatever it is planted, and runs go by the card', async (context) => {
  const planted = {
    '1.0.0': ['resume', 'resume', 'no', begunAnew],
    '2.0.0': ['tools', 'tool_call', 'no', 'The model is not told what the tool printed.'],
    '3.0.0': ['answers', 'big_output', 'no', 'Only 1000 of the 49152 characters that the model said are told.'],
    '4.0.0': ['quiet', 'network', 'differs', 'It asked for telemetry.example:80, and was refused.'],
  } as const
  const versions = Object.entries(planted).map(([version, [lost]]) => [version, geminiAgentVersion(version, lost)] as const)
  await using bench = await openBench(context, Object.fromEntries(versions))
  for (const [version, [, id, result, reason]] of Object.entries(planted)) {
    await bench.run('engine', 'install', 'gemini', '--version', version)
    assert.equal(bench.installations().current('gemini')?.capabilities.resume, true, 'its help says so')
    const { code, stdout } = await bench.run('engine', 'probe', 'gemini', '--version', version, '--json')
    const { cases } = JSON.parse(stdout)
    assert.deepEqual(
      [code, cases.filter((one: { result: string }) => one.result !== 'yes')],
      [result === 'no' ? 1 : 0, [{ case: id, result, reason, needed: result === 'no' }]],
    )
    assert.equal(bench.installations().current('gemini')?.capabilities.resume, id !== 'resume')
  }
})

test('a card is of one program: where that changed, or the card is no card, its help counts again', async (context) => {
  await using bench = await openBench(context, { '1.0.0': geminiAgentVersion('1.0.0', 'resume') })
  await bench.run('engine', 'install', 'gemini', '--version', '1.0.0')
  await bench.run('engine', 'probe', 'gemini')
  const resume = () => bench.installations().current('gemini')?.capabilities.resume
  assert.equal(resume(), false)
  const file = join(bench.prefix, 'gemini/1.0.0/capabilities.json')
  const card = readFileSync(file, 'utf8')
  for (const broken of [
    '',
    '[]',
    '{}',
    card.replace('1.0.0', '1.0.1'),
    card.replace('"findings":[', '"findings":{"a":[').concat('}'),
  ]) {
    writeFileSync(file, broken)
    assert.equal(resume(), true, broken)
  }
  // What another release has tried and this one does not know is passed over.
  writeFileSync(file, card.replace('"findings":[', '"findings":[{"id":"dance","result":"no","reason":null},7,'))
  assert.equal(resume(), false)
  const program = join(bench.prefix, 'gemini/1.0.0/node_modules/@google/gemini-cli/bundle/gemini.js')
  utimesSync(program, new Date(), new Date(statSync(program).mtimeMs + 1000))
  assert.equal(resume(), true)
})

test('who gives no answer is asked nothing more, and what cannot be probed says why', async (context) => {
  await using bench = await openBench(context, pinned)
  const refusals = {
    'engine probe': [2, 'Name the engine to probe.'],
    'engine probe gemini codex': [2, '"codex" is too much: one engine at a time.'],
    'engine probe nobody': [2, 'There is no engine "nobody".'],
    'engine probe gemini': [1, 'It is not installed. Install it: ./skill-runner engine install gemini'],
    'engine probe gemini --version 7.7.7': [1, 'Version 7.7.7 is not installed.'],
    'engine rollback': [2, 'Name the engine to roll back.'],
    'engine rollback gemini codex': [2, '"codex" is too much: one engine at a time.'],
  } as const
  for (const [words, [code, reason]] of Object.entries(refusals)) {
    const answer = await bench.run(...words.split(' '))
    assert.deepEqual([answer.code, answer.stderr.split('\n')[0]], [code, reason], words)
  }
  await bench.run('engine', 'install', 'gemini')
  const program = join(bench.prefix, 'gemini/0.61.0/node_modules/@google/gemini-cli/bundle/gemini.js')
  const { mtimeMs, size } = statSync(program)
  writeFileSync(program, 'process.exitCode = 3'.padEnd(size))
  utimesSync(program, new Date(), new Date(mtimeMs))
  const { code, stdout } = await bench.run('engine', 'probe', 'gemini')
  assert.deepEqual([code, table(stdout).slice(1)], [1, [['flags', 'no', 'It ended with 3.']]])
})

verifies(
  'drift.upgrade-shows-and-rolls-back',
  'an upgrade that loses what is needed is not used, unless it is forced',
  async (context) => {
    await using bench = await openBench(context, { ...pinned, '0.62.0': geminiAgentVersion('0.62.0', 'resume') })
    await bench.run('engine', 'install', 'gemini')
    const refused = await bench.run('engine', 'upgrade', 'gemini')
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    assert.deepEqual(refused.stderr.trimEnd().split('\n').slice(-4), [
      'CHANGED  BEFORE  NOW  WHAT',
      `resume   yes     no   ${begunAnew}`,
      `gemini was not upgraded. Version 0.62.0 is there, but is not used. It fails at resume: ${begunAnew} To use it all the same: ./skill-runner engine upgrade gemini --version 0.62.0 --force`,
      '0.61.0 stays in use.',
    ])
    assert.equal(bench.installations().current('gemini')?.version, '0.61.0')
    const forced = await bench.run('engine', 'upgrade', 'gemini', '--version', '0.62.0', '--force')
    assert.deepEqual(
      [forced.code, forced.stdout],
      [0, `CHANGED  BEFORE  NOW  WHAT\nresume   yes     no   ${begunAnew}\ngemini 0.62.0 is installed and in use.\n`],
    )
    const back = await bench.run('engine', 'rollback', 'gemini')
    assert.deepEqual([back.code, back.stdout], [0, 'gemini 0.61.0 is in use again.\n'])
    const forth = await bench.run('engine', 'rollback', 'gemini')
    assert.deepEqual([forth.code, forth.stdout], [0, 'gemini 0.62.0 is in use again.\n'])
  },
)

verifies('drift.upgrade-shows-and-rolls-back', 'over HTTP an upgrade tells what changes, and is rolled back', async (context) => {
  await using bench = await openBench(context, { ...pinned, '0.62.0': geminiAgentVersion('0.62.0', 'quiet') })
  await using app = await startApp({ folder: bench.folder, env: bench.registry.env })
  const at = '/v1/management/engines/gemini'
  const detail = async () => (await app.get<ManagedEngineDetail>(at)).body
  const done = async (action: string) => {
    assert.equal((await app.post(`${at}/${action}`)).status, 200)
    return until('it is done', async () => {
      const found = await detail()
      return found.upgrade_status.state === 'running' ? null : found
    })
  }
  const nothing = await app.post(`${at}/rollback`)
  assert.deepEqual([nothing.status, errorOf(nothing.body).code], [409, 'ENGINE_NOTHING_BEFORE'])
  assert.equal((await app.post('/v1/management/engines/nobody/rollback')).status, 404)
  const first = await done('install')
  assert.deepEqual([first.previous_version, first.card], [null, null])
  const upgraded = await done('upgrade')
  const reason = 'It asked for telemetry.example:80, and was refused.'
  assert.deepEqual([upgraded.cli_version, upgraded.previous_version, upgraded.last_error], ['0.62.0', '0.61.0', null])
  assert.deepEqual(upgraded.upgrade_status.changes, [{ case: 'network', before: 'yes', after: 'differs', reason }])
  assert.deepEqual(
    { ...upgraded.card, probed_at: '', cases: upgraded.card?.cases.at(-1) },
    {
      version: '0.62.0',
      probed_at: '',
      capabilities: { resume: true, output_schema: false },
      cases: { case: 'network', result: 'differs', reason, needed: false },
    },
  )
  const back = await app.post<EngineRollback>(`${at}/rollback`)
  assert.deepEqual([back.status, back.body], [200, { engine: 'gemini', cli_version: '0.61.0', previous_version: '0.62.0' }])
  const after = await detail()
  assert.deepEqual([after.cli_version, after.previous_version, after.card?.version], ['0.61.0', '0.62.0', '0.61.0'])
})

test('one that does not end is ended, and nothing is kept of a probe that was cut off', async (context) => {
  await using bench = await openBench(context, { '1.0.0': geminiAgentVersion('1.0.0', 'end') })
  await bench.run('engine', 'install', 'gemini', '--version', '1.0.0')
  await using installing = await openInstalling({ prefix: bench.prefix, clis: { gemini: geminiCli }, env: bench.registry.env })
  const installation = installing.installations().current('gemini')
  assert.ok(installation)
  const deps = { ...installing, engines: { built: { gemini } }, clock: systemClock, logger: pino({ level: 'silent' }) }
  const card = () => installing.installations().current('gemini')?.card ?? null
  const wholeMs = 500
  assert.deepEqual(await examine({ ...deps, limits: { wholeMs } }, installation), {
    problem: 'It was not done within 0.5 s. Try again when the machine is less busy.',
  })
  const canceled = AbortSignal.abort()
  assert.deepEqual(await examine(deps, installation, { signal: canceled }), { problem: 'It was ended before it was done.' })
  assert.equal(card(), null)
  await examine({ ...deps, limits: { turnMs: 3000 } }, installation)
  assert.deepEqual(card()?.findings, [{ id: 'flags', result: 'no', reason: 'It was not done in time.' }])
  const off: Sandbox = { ...installing.asker.sandbox, status: 'off', reason: null }
  assert.deepEqual(await examine({ ...deps, asker: { ...installing.asker, sandbox: off } }, installation), {
    problem: 'Versions are tried in the sandbox only. It is switched off.',
  })
  assert.deepEqual(await examine({ ...deps, engines: { built: {} } }, installation), {
    problem: 'This engine cannot be led to a model of ours.',
  })
})
