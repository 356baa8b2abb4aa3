import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { EngineRollback, ManagedEngineDetail } from '@agent-skill-runner/contract/engine.ts'
import { pino } from 'pino'
import { verifies } from '../../../test/verifies.ts'
import { geminiCli } from '../src/engines/gemini/cli.ts'
import { gemini } from '../src/engines/gemini/index.ts'
import type { Finding } from '../src/installed/card.ts'
import { keepCard } from '../src/installed/card-file.ts'
import { systemClock } from '../src/lib/clock.ts'
import { examine } from '../src/probe/examine.ts'
import type { Sandbox } from '../src/sandbox/sandbox.ts'
import { errorOf } from './support/answers.ts'
import { startApp } from './support/app.ts'
import { commands } from './support/cli.ts'
import { temporaryFolder } from './support/folder.ts'
import { openInstalling } from './support/installing.ts'
import { openStandIn, type StandInVersion } from './support/registry.ts'
import { geminiAgentVersion } from './support/stand-in-engines.ts'
import { until } from './support/until.ts'

/** The command line in a folder of its own, with these versions of a stand-in for gemini to be had. */
async function openBench(context: TestContext, versions: Readonly<Record<string, StandInVersion>>) {
  const folder = await temporaryFolder(context)
  const registry = await openStandIn({ [geminiCli.npm]: versions }, { npm: 'quick' })
  const prefix = join(folder, 'data', 'npm')
  const env = { ...registry.env, TMPDIR: folder, SKILL_RUNNER_DATA_DIR: join(folder, 'data') }
  const installing = await openInstalling({ prefix, clis: { gemini: geminiCli }, env: registry.env })
  const { installations, layout } = installing
  return {
    folder,
    prefix,
    registry,
    installing,
    /** Each of these lines, in one process. */
    runAll: (...lines: string[]) =>
      commands(
        lines.map((line) => line.split(' ')),
        { cwd: folder, env },
      ),
    async install(version: string) {
      const { done } = await installing.installer.start({ action: 'install', engine: 'gemini', version })
      assert.equal((await done).error, null)
    },
    /** As another process sees it. */
    current: () => installations().current('gemini'),
    /** What a probe would have found. */
    async putCard(version: string, findings: readonly Finding[]) {
      const installation = installations().version('gemini', version)
      assert.ok(installation)
      await keepCard(layout, installation, { engine: 'gemini', version, probedAt: '2026-11-15T00:00:00.000Z', findings })
    },
    async [Symbol.asyncDispose]() {
      await installing[Symbol.asyncDispose]()
      await registry[Symbol.asyncDispose]()
    },
  }
}

const pinned = { '0.61.0': geminiAgentVersion('0.61.0') }
const loud = 'It asked for telemetry.example:80, and was refused.'
const begunAnew = 'The model did not receive the earlier messages.'

const table = (printed: string) =>
  printed
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/))

verifies(
  'drift.probe-writes-a-card',
  'a probe tries each case and keeps a card; what only differs is no failure',
  async (context) => {
    await using bench = await openBench(context, { '0.61.0': geminiAgentVersion('0.61.0', 'quiet') })
    await bench.install('0.61.0')
    assert.equal(bench.current()?.card, null)
    const [ended] = await bench.runAll('engine probe gemini')
    const { code, stdout, stderr } = ended ?? assert.fail('it did not end')
    const results = [
      ['flags', 'yes', 'a turn with all our flags'],
      ['skill_folder', 'yes', 'a skill in its folder'],
      ['tool_call', 'yes', 'a call of its shell tool'],
      ['resume', 'yes', 'a session that continues'],
      ['big_output', 'yes', 'an answer of 48 KiB'],
      ['kill', 'yes', 'its end, with all it started'],
      ['network', 'differs', loud],
    ]
    assert.deepEqual([code, table(stdout)], [0, [['CASE', 'RESULT', 'WHAT'], ...results]])
    assert.deepEqual(
      stderr.trimEnd().split('\n'),
      results.map(([id, result]) => `gemini: ${id} … ${result}`),
    )
    const { card } = bench.current() ?? {}
    assert.deepEqual(
      card?.findings.map(({ id, result, reason }) => [id, result, reason]),
      results.map(([id, result]) => [id, result, result === 'yes' ? null : loud]),
    )
    assert.deepEqual(readdirSync(join(bench.prefix, 'gemini/0.61.0')).includes('capabilities.json'), true)
    assert.deepEqual(
      readdirSync(bench.folder).filter((name) => name.startsWith('skill-runner-')),
      [],
    )
  },
)

verifies('drift.probe-writes-a-card', 'drift is found in whatever it is planted, and runs go by the card', async (context) => {
  const noTool = { case: 'tool_call', result: 'no', reason: 'The model did not receive the output of the tool.', needed: true }
  const short = 'Only 1000 of the 49152 characters of the model arrived.'
  await using bench = await openBench(context, {
    '1.0.0': geminiAgentVersion('1.0.0', 'resume', 'answers'),
    '2.0.0': geminiAgentVersion('2.0.0', 'tools', 'quiet'),
  })
  await bench.install('2.0.0')
  await bench.install('1.0.0')
  assert.equal(bench.current()?.capabilities.resume, true, 'its help says so')
  const answers = await bench.runAll('engine probe gemini --json', 'engine probe gemini --version 2.0.0 --json')
  const drift = ({ stdout }: { stdout: string }) =>
    JSON.parse(stdout).cases.filter((one: { result: string }) => one.result !== 'yes')
  assert.deepEqual(
    answers.map((answer) => [answer.code, drift(answer)]),
    [
      [
        1,
        [
          { case: 'resume', result: 'no', reason: begunAnew, needed: true },
          { case: 'big_output', result: 'no', reason: short, needed: true },
        ],
      ],
      [1, [noTool, { case: 'network', result: 'differs', reason: loud, needed: false }]],
    ],
  )
  assert.equal(bench.current()?.capabilities.resume, false)
})

test('a card is of one program: where that changed, or the card is no card, its help counts again', async (context) => {
  await using bench = await openBench(context, { '1.0.0': geminiAgentVersion('1.0.0') })
  await bench.install('1.0.0')
  await bench.putCard('1.0.0', [{ id: 'resume', result: 'no', reason: begunAnew }])
  const resume = () => bench.current()?.capabilities.resume
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
    'engine probe gemini codex': [2, 'Unexpected argument "codex": one engine at a time.'],
    'engine probe nobody': [2, 'There is no engine "nobody".'],
    'engine probe gemini': [1, 'It is not installed. Install it: ./skill-runner engine install gemini'],
    'engine probe gemini --version 7.7.7': [1, 'Version 7.7.7 is not installed.'],
    'engine rollback': [2, 'Name the engine to roll back.'],
    'engine rollback gemini codex': [2, 'Unexpected argument "codex": one engine at a time.'],
    'engine rollback gemini': [1, 'There is no previous version of this engine to return to, or it was deleted.'],
  } as const
  const answers = await bench.runAll(...Object.keys(refusals))
  assert.deepEqual(
    answers.map(({ code, stderr }) => [code, stderr.split('\n')[0]]),
    Object.values(refusals),
  )
  assert.equal(existsSync(join(bench.prefix, '..')), false, 'who only asks makes no folder')
  await bench.install('0.61.0')
  const program = join(bench.prefix, 'gemini/0.61.0/node_modules/@google/gemini-cli/bundle/gemini.js')
  const { mtimeMs, size } = statSync(program)
  writeFileSync(program, 'process.exitCode = 3'.padEnd(size))
  utimesSync(program, new Date(), new Date(mtimeMs))
  const probed = await bench.runAll('engine probe gemini')
  assert.deepEqual(
    probed.map(({ code, stdout }) => [code, table(stdout).slice(1)]),
    [[1, [['flags', 'no', 'It ended with 3.']]]],
  )
})

verifies(
  'drift.upgrade-shows-and-rolls-back',
  'an upgrade that loses what is needed is not used, unless it is forced',
  async (context) => {
    await using bench = await openBench(context, { ...pinned, '0.62.0': geminiAgentVersion('0.62.0', 'resume') })
    await bench.install('0.61.0')
    const [refused, list, forced, back, forth] = await bench.runAll(
      'engine upgrade gemini',
      'engine list --json',
      'engine upgrade gemini --version 0.62.0 --force',
      'engine rollback gemini',
      'engine rollback gemini --json',
    )
    assert.deepEqual([refused?.code, refused?.stdout], [1, ''])
    assert.deepEqual(refused?.stderr.trimEnd().split('\n').slice(-4), [
      'CHANGED  BEFORE  NOW  WHAT',
      `resume   yes     no   ${begunAnew}`,
      `gemini was not upgraded. Version 0.62.0 is installed, but not used. It fails at resume: ${begunAnew} To use it all the same: ./skill-runner engine upgrade gemini --version 0.62.0 --force`,
      '0.61.0 stays in use.',
    ])
    const ofGemini = JSON.parse(list?.stdout ?? '').find(({ engine }: { engine: string }) => engine === 'gemini')
    assert.deepEqual([ofGemini.cli_version, ofGemini.installed_versions], ['0.61.0', ['0.62.0', '0.61.0']])
    assert.deepEqual(
      [forced?.code, forced?.stdout],
      [0, `CHANGED  BEFORE  NOW  WHAT\nresume   yes     no   ${begunAnew}\ngemini 0.62.0 is installed and in use.\n`],
    )
    assert.deepEqual([back?.code, back?.stdout], [0, 'gemini 0.61.0 is in use again.\n'])
    assert.deepEqual([forth?.code, JSON.parse(forth?.stdout ?? '')], [0, { engine: 'gemini', version: '0.62.0' }])
    assert.equal(bench.current()?.version, '0.62.0')
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
  const cases = ['flags', 'skill_folder', 'tool_call', 'resume', 'big_output', 'kill', 'network'] as const
  await bench.putCard(
    '0.61.0',
    cases.map((id) => ({ id, result: 'yes', reason: null })),
  )
  const upgraded = await done('upgrade')
  const reason = loud
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
  await bench.install('1.0.0')
  const { installing } = bench
  const installation = bench.current()
  assert.ok(installation)
  const deps = { ...installing, engines: { built: { gemini } }, clock: systemClock, logger: pino({ level: 'silent' }) }
  const card = () => bench.current()?.card ?? null
  const wholeMs = 500
  assert.deepEqual(await examine({ ...deps, limits: { wholeMs } }, installation), {
    problem: 'It was not done within 0.5 s. Try again when the machine is less busy.',
    isUnfinished: true,
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
