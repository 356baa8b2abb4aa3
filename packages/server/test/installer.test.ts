import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import type { NotExamined } from '../src/installed/examine.ts'
import type { InstallStatus } from '../src/installed/status.ts'
import { temporaryFolder } from './support/folder.ts'
import { type InstallBench as Bench, openInstallBench as openBench, three } from './support/install-bench.ts'
import { openInstalling } from './support/installing.ts'
import { brokenVersion, fakeCli, fakeVersion } from './support/stand-in-engines.ts'
import { until } from './support/until.ts'

const current = ({ installations }: Bench) => installations().current('fake')?.version ?? null
const problem = ({ installations }: Bench) => installations().problem('fake')
const versions = ({ installations }: Bench) =>
  installations()
    .list('fake')
    .map(({ version }) => version)

/** What the program said of itself when it was tried. */
function told(bench: Bench, version: string) {
  const record = JSON.parse(readFileSync(join(bench.prefix, 'fake', version, 'installation.json'), 'utf8'))
  return JSON.parse(record.pages[1].replace('--resume ', '')) as { uid: number; home: string; path: string; random: number }
}

verifies('installer.pinned-side-by-side', 'the pinned version is installed, and others beside it', async (context) => {
  await using bench = await openBench(context)
  assert.deepEqual(
    [current(bench), problem(bench)],
    [null, 'It is not installed. Install it: ./skill-runner engine install fake'],
  )
  const first = await bench.finish({ action: 'install' })
  assert.deepEqual([first.state, first.version, first.step, first.error], ['succeeded', '1.0.0', 'done', null])
  assert.deepEqual([current(bench), problem(bench)], ['1.0.0', null])

  const second = await bench.finish({ action: 'install', version: '0.9.0' })
  assert.deepEqual([second.state, second.version], ['succeeded', '0.9.0'])
  assert.deepEqual([current(bench), versions(bench)], ['0.9.0', ['1.0.0', '0.9.0']])
  assert.deepEqual(bench.installations().version('fake', '1.0.0'), {
    engine: 'fake',
    version: '1.0.0',
    folder: join(bench.prefix, 'fake/1.0.0/node_modules'),
    path: 'fake-engine/cli.js',
    runBy: 'node',
    capabilities: { resume: true, outputSchema: true, missing: [] },
    card: null,
    source: 'managed',
  })
  assert.deepEqual(readdirSync(join(bench.prefix, 'fake')).sort(), [
    ...['0.9.0', '1.0.0', 'current', 'npm.log', 'previous', 'status.json'],
  ])
})

verifies(
  'installer.pinned-side-by-side',
  'an upgrade goes to the newest version of npm, and back with a version that is named',
  async (context) => {
    await using bench = await openBench(context)
    await bench.finish({ action: 'install' })
    assert.equal((await bench.finish({ action: 'upgrade' })).version, '1.1.0')
    assert.equal(current(bench), '1.1.0')
    const asked = bench.registry.asked.length
    const back = await bench.finish({ action: 'upgrade', version: '1.0.0' })
    assert.deepEqual([back.state, back.outputTail], ['succeeded', ['fake 1.0.0 is installed already.']])
    assert.deepEqual([current(bench), bench.registry.asked.length], ['1.0.0', asked])
  },
)

verifies('installer.pinned-side-by-side', 'nothing that npm brings runs as root, or as the server at all', async (context) => {
  await using bench = await openBench(context)
  // The package has scripts that fail: they are not run.
  assert.equal((await bench.finish({ action: 'install' })).state, 'succeeded')
  const { uid, home, path } = told(bench, '1.0.0')
  if (process.getuid?.() === 0) assert.ok(uid >= 240_000, `it ran as ${uid}`)
  if (bench.asker.sandbox.status === 'bubblewrap')
    assert.deepEqual([home, path], ['/home/runner', '/opt/engine/fake-engine/cli.js'])
})

test('a version that does not start, or cannot do what is needed, does not take the place of one that works', async (context) => {
  await using bench = await openBench(
    context,
    {
      'fake-engine': {
        '1.0.0': fakeVersion('1.0.0'),
        '2.0.0': fakeVersion('2.0.0', { page: '--yaml' }),
        '3.0.0': brokenVersion,
        '4.0.0': { files: { 'index.js': '' } },
      },
    },
    { npm: 'quick' },
  )
  await bench.finish({ action: 'install' })
  const errorOf = async (version: string) => (await bench.finish({ action: 'upgrade', version })).error
  assert.equal(await errorOf('2.0.0'), 'fake 2.0.0 cannot be used: it does not know --json.')
  assert.equal(await errorOf('3.0.0'), 'Version 3.0.0 was downloaded, but does not work. It does not start: Error: I am broken')
  assert.equal(await errorOf('4.0.0'), 'fake-engine 4.0.0 came without the program fake-engine/cli.js.')
  assert.deepEqual([current(bench), versions(bench)], ['1.0.0', ['1.0.0']])
  assert.deepEqual(
    readdirSync(join(bench.prefix, 'fake')).filter((name) => name.startsWith('.')),
    [],
  )
})

verifies(
  'drift.upgrade-shows-and-rolls-back',
  'a version that there was no time to try is brought but not used, unless it is forced; one that cannot be tried here is',
  async (context) => {
    const answers: NotExamined[] = [
      { problem: 'It took too long.', isUnfinished: true },
      { problem: 'It took too long.', isUnfinished: true },
      { problem: 'There is no sandbox.' },
    ]
    // Only the new one has to be tried: nothing is in use yet.
    const examine = async () => answers.shift() ?? assert.fail('nobody else is tried')
    await using bench = await openBench(context, three, { npm: 'quick', examine })
    const late = await bench.finish({ action: 'upgrade', version: '1.0.0' })
    assert.equal(
      late.error,
      'Version 1.0.0 is installed, but not used. It could not be tried. It took too long. To use it all the same: ./skill-runner engine upgrade fake --version 1.0.0 --force',
    )
    assert.deepEqual([current(bench), versions(bench)], [null, ['1.0.0']])
    const forced = await bench.finish({ action: 'upgrade', version: '1.0.0', force: true })
    assert.deepEqual([forced.error, current(bench)], [null, '1.0.0'])
    rmSync(join(bench.prefix, 'fake/current'))
    const untried = await bench.finish({ action: 'upgrade', version: '1.0.0' })
    assert.deepEqual([untried.error, current(bench), answers], [null, '1.0.0', []])
  },
)

verifies(
  'installer.progress-is-readable',
  'who asks meanwhile, also in another process, reads how far it is',
  async (context) => {
    await using bench = await openBench(context)
    await using other = await openInstalling({ prefix: bench.prefix, clis: { fake: fakeCli } })
    const idle = {
      ...{ state: 'idle', action: null, version: null, step: 'done', bytes: 0 },
      ...{ startedAt: null, finishedAt: null, error: null, changes: null, outputTail: [] },
    }
    assert.deepEqual(other.installer.status('fake'), idle)
    bench.registry.hold()
    const { status, done } = await bench.start({ action: 'install' })
    assert.deepEqual(status, { ...idle, state: 'running', action: 'install', step: 'waiting', startedAt: status.startedAt })
    const isDownloading = (it: InstallStatus) => it.step === 'downloading' && it.bytes > 0
    const seen = await until('the other one reads it', () => [other.installer.status('fake')].find(isDownloading) ?? null)
    assert.deepEqual(
      { ...seen, bytes: 0 },
      { ...idle, state: 'running', action: 'install', version: '1.0.0', step: 'downloading', startedAt: status.startedAt },
    )
    bench.registry.release()
    const end = await done
    assert.deepEqual([end.state, end.step, end.error], ['succeeded', 'done', null])
    assert.ok(end.bytes > 500 && end.finishedAt !== null, JSON.stringify(end))
    assert.deepEqual([other.installer.status('fake'), bench.installer.status('fake')], [end, end])
  },
)

test('a second one is refused, or waits for the first and finds its work done', async (context) => {
  await using bench = await openBench(context)
  await using other = await openInstalling({ prefix: bench.prefix, clis: { fake: fakeCli }, env: bench.registry.env })
  bench.registry.hold()
  const first = await bench.start({ action: 'install' })
  await until('npm is in the middle', () => bench.registry.waiting() > 0)
  for (const { installer } of [bench, other])
    await assert.rejects(installer.start({ action: 'upgrade', engine: 'fake' }), { code: 'ENGINE_INSTALL_BUSY' })
  const steps: string[] = []
  const waiting = await other.installer.start(
    { action: 'install', engine: 'fake' },
    { wait: true, onChange: ({ step }) => steps.push(step) },
  )
  await until('the second one waits', () => steps.includes('waiting'))
  assert.equal(steps.includes('resolving'), false)
  bench.registry.release()
  assert.equal((await first.done).state, 'succeeded')
  assert.deepEqual((await waiting.done).outputTail, ['fake 1.0.0 is installed already.'])
  assert.deepEqual(
    bench.registry.asked.filter((url) => url.endsWith('.tgz')),
    ['fake-engine/-/1.0.0.tgz'],
  )
})

test('what is not an exact version, and what npm does not bring, is refused before anything is made', async (context) => {
  await using bench = await openBench(context)
  for (const version of ['latest', '^1.0.0', '1.0', '1.0.0 || 2.0.0', '../1.0.0', '1.0.0-../x', 'file:1.0.0', ''])
    await assert.rejects(bench.start({ action: 'install', version }), { code: 'INVALID_REQUEST' })
  await assert.rejects(bench.installer.start({ action: 'install', engine: 'replay' }), {
    code: 'ENGINE_NOT_INSTALLABLE',
    details: { engine: 'replay', installable: ['fake'] },
  })
  assert.throws(() => readdirSync(bench.prefix), { code: 'ENOENT' })
})

test('what npm complains of is told without hosts and paths, and is whole in the log', async (context) => {
  await using bench = await openBench(context)
  const { state, error, outputTail } = await bench.finish({ action: 'install', version: '9.9.9' })
  assert.deepEqual([state, error], ['failed', 'ETARGET, notarget No matching version found for fake-engine@9.9.9.'])
  const tail = outputTail.join('\n')
  assert.match(tail, /npm error notarget No matching version found/)
  assert.ok(!tail.includes(bench.registry.host) && !tail.includes(bench.prefix), tail)
  assert.match(readFileSync(join(bench.prefix, 'fake/npm.log'), 'utf8'), /No matching version found/)
  assert.equal(current(bench), null)
})

test('a registry that does not know the package, or does not answer, is told', async (context) => {
  await using bench = await openBench(context, {})
  const unknown = await bench.finish({ action: 'upgrade' })
  assert.equal(unknown.error, 'E404, 404 Not Found - GET (the registry) - Not found')
  await bench.registry[Symbol.asyncDispose]()
  const gone = await bench.finish({ action: 'install' })
  assert.equal(gone.state, 'failed')
  assert.match(gone.error ?? '', /^ECONNREFUSED, .*failed, reason: connect ECONNREFUSED \(the registry\)$/)
})

test('without npm the message says what to do', async (context) => {
  const prefix = join(await temporaryFolder(context), 'npm')
  await using installing = await openInstalling({ prefix, clis: { fake: fakeCli }, env: { PATH: prefix } })
  const { done } = await installing.installer.start({ action: 'install', engine: 'fake' })
  assert.equal((await done).error, 'There is no npm on the PATH. Install Node.js together with its npm, and try again.')
})

test('an npm that takes too long is ended, and so is one whose server stops', async (context) => {
  await using hasty = await openBench(context, three, { timeoutMs: 3000 })
  hasty.registry.hold()
  const late = await hasty.finish({ action: 'install' })
  assert.deepEqual([late.state, late.error], ['failed', 'It took longer than 3 s and was ended.'])
  await using bench = await openBench(context, three)
  bench.registry.hold()
  const { done } = await bench.start({ action: 'install' })
  await until('npm is in the middle', () => bench.registry.waiting() > 0)
  await bench.installer.close()
  assert.equal((await done).error, 'It was ended before it was done.')
  await assert.rejects(bench.start({ action: 'install' }), { code: 'SHUTTING_DOWN' })
})

test('npm sees how to reach its registry, and nothing else of the environment', async (context) => {
  const folder = await temporaryFolder(context)
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'npm'), '#!/bin/sh\nenv >&2\nexit 1\n', { mode: 0o755 })
  const env = {
    ...{
      PATH: `${bin}:/usr/bin:/bin`,
      HOME: folder,
      HTTPS_PROXY: 'http://proxy',
      npm_config_registry: 'http://r',
      NPM_TOKEN: 't',
    },
    ...{
      OPENAI_API_KEY: 'secret',
      SKILL_RUNNER_TOKEN: 'secret',
      npm_config_prefix: '/else',
      npm_config_global: 'true',
      LD_PRELOAD: '/x',
    },
  }
  await using installing = await openInstalling({ prefix: join(folder, 'npm'), clis: { fake: fakeCli }, env })
  await (await installing.installer.start({ action: 'install', engine: 'fake' })).done
  const seen = readFileSync(join(folder, 'npm/fake/npm.log'), 'utf8').split('\n')
  const names = seen.flatMap((line) => (line === '' ? [] : [line.split('=')[0]]))
  assert.deepEqual(names.filter((name) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name ?? '')).sort(), [
    'HOME',
    'HTTPS_PROXY',
    'NPM_TOKEN',
    'PATH',
    'SKILL_RUNNER_MARK',
    'npm_config_registry',
  ])
})

test('a record that is damaged, or a program that is gone, is a problem that installing again fixes', async (context) => {
  await using bench = await openBench(context, three, { npm: 'quick' })
  const damages = [
    () => writeFileSync(join(bench.prefix, 'fake/1.0.0/installation.json'), '{"version": "1.0'),
    () => writeFileSync(join(bench.prefix, 'fake/1.0.0/installation.json'), '{"version": 1}'),
    () => rmSync(join(bench.prefix, 'fake/1.0.0/node_modules'), { recursive: true }),
    () => writeFileSync(join(bench.prefix, 'fake/1.0.0/node_modules/fake-engine/cli.js'), '// changed\n'),
  ]
  for (const damage of damages) {
    assert.equal((await bench.finish({ action: 'install' })).state, 'succeeded')
    assert.deepEqual([current(bench), problem(bench)], ['1.0.0', null])
    damage()
    assert.deepEqual(
      [current(bench), problem(bench), versions(bench)],
      [null, 'Version 1.0.0 is damaged. Install it again: ./skill-runner engine install fake --version 1.0.0', []],
    )
  }
  writeFileSync(join(bench.prefix, 'fake/current'), '../../elsewhere\n')
  assert.equal(problem(bench), 'It is not installed. Install it: ./skill-runner engine install fake')
})

test('a status that cannot be read is none', async (context) => {
  await using bench = await openBench(context)
  mkdirSync(join(bench.prefix, 'fake'), { recursive: true })
  for (const text of ['', '[]', '{"state":"running"}']) {
    writeFileSync(join(bench.prefix, 'fake/status.json'), text)
    assert.equal(bench.installer.status('fake').state, 'idle')
  }
})

test('who looks again sees what another process has installed, without being told', async (context) => {
  await using bench = await openBench(context, three, { npm: 'quick' })
  const before = bench.installations()
  assert.equal(before.current('fake'), null)
  await bench.finish({ action: 'install' })
  assert.equal(before.current('fake')?.version, '1.0.0')
  await bench.finish({ action: 'upgrade' })
  assert.deepEqual([before.current('fake')?.version, before.version('fake', '1.0.0')?.version], ['1.1.0', '1.0.0'])
})
