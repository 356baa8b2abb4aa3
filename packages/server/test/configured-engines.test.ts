import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from './support/folder.ts'
import { openInstallBench } from './support/install-bench.ts'
import { openInstalling } from './support/installing.ts'
import { brokenVersion, fakeCli, fakeVersion } from './support/stand-in-engines.ts'

/** A program that a person has, installed by other means. */
function writeProgram(folder: string, name: string, text: string): string {
  const file = join(folder, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text, { mode: 0o755 })
  return file
}

const programText = fakeVersion('5.0.0').files['cli.js'] ?? ''

test('a configured program is used instead, and asked only when it is new', async (context) => {
  const folder = await temporaryFolder(context)
  const real = writeProgram(folder, 'lib/node_modules/outer/node_modules/inner/cli.js', programText)
  const linked = join(folder, 'fake')
  symlinkSync(real, linked)
  await using bench = await openInstalling({ prefix: join(folder, 'npm'), clis: { fake: fakeCli }, programs: { fake: linked } })
  const look = async () => {
    const installations = bench.installations()
    const before = installations.problem('fake')
    await installations.refresh()
    return { before, problem: installations.problem('fake'), installation: installations.current('fake') }
  }
  const pages = () => JSON.parse(readFileSync(join(folder, 'npm/configured-fake.json'), 'utf8')).pages
  const installation = {
    engine: 'fake',
    version: '5.0.0',
    folder: join(folder, 'lib/node_modules'),
    path: 'outer/node_modules/inner/cli.js',
    runBy: 'node',
    capabilities: { resume: true, outputSchema: true, missing: [] },
    card: null,
    source: 'configured',
  }
  assert.deepEqual(await look(), {
    before: 'The program of SKILL_RUNNER_FAKE_BIN is being checked. Try again in a moment.',
    problem: null,
    installation,
  })
  const first = pages()
  assert.deepEqual(await look(), { before: null, problem: null, installation })
  assert.deepEqual(pages(), first)
  utimesSync(real, new Date(0), new Date(0))
  assert.equal((await look()).problem, null)
  assert.notDeepEqual(pages(), first)
})

test('a configured program is started by node where it is a script for it, else by itself', async (context) => {
  const folder = await temporaryFolder(context)
  const shell = '#!/bin/sh\ncase "$*" in --version) echo fake 6.0.0 ;; *) echo --json ;; esac\n'
  const programs = {
    'one/fake': ['node', `#!/usr/bin/env node\n${programText}`],
    'two/fake': ['itself', shell],
  } as const
  for (const [name, [runBy, text]] of Object.entries(programs)) {
    const program = writeProgram(folder, name, text)
    await using bench = await openInstalling({
      prefix: join(folder, 'npm'),
      clis: { fake: fakeCli },
      programs: { fake: program },
    })
    const installations = bench.installations()
    await installations.refresh()
    const { runBy: by, folder: shown, path } = installations.current('fake') ?? {}
    assert.deepEqual([by, shown, path], [runBy, join(program, '..'), 'fake'])
  }
})

test('a configured program that is not there, does not start or cannot do enough is told, and no other is used for it', async (context) => {
  await using managed = await openInstallBench(context)
  await managed.finish({ action: 'install' })
  const folder = join(await temporaryFolder(context), 'bin')
  const problemOf = async (program: string) => {
    const { prefix } = managed
    await using bench = await openInstalling({ prefix, clis: { fake: fakeCli }, programs: { fake: program } })
    const installations = bench.installations()
    await installations.refresh()
    assert.deepEqual(installations.list('fake').at(-1)?.version, '1.0.0')
    return [installations.current('fake')?.version ?? null, installations.problem('fake')]
  }
  const cannot = 'The program of SKILL_RUNNER_FAKE_BIN cannot be used.'
  assert.deepEqual(await problemOf(join(folder, 'missing')), [null, `${cannot} It cannot be read (ENOENT).`])
  const broken = writeProgram(folder, 'broken.js', brokenVersion.files['cli.js'] ?? '')
  assert.deepEqual(await problemOf(broken), [null, `${cannot} It does not start: Error: I am broken`])
  const silent = writeProgram(folder, 'silent.js', "console.log('hello')\n")
  assert.deepEqual(await problemOf(silent), [null, `${cannot} It did not print its version, but: hello`])
  const poor = writeProgram(folder, 'poor.js', fakeVersion('7.0.0', { page: '' }).files['cli.js'] ?? '')
  assert.deepEqual(await problemOf(poor), ['7.0.0', 'Version 7.0.0 does not know --json. Change SKILL_RUNNER_FAKE_BIN.'])
})
