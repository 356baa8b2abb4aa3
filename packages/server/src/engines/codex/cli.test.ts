import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { codexCli } from './cli.ts'

const helpFolder = join(import.meta.dirname, '../../../test/fixtures/help')
const pages = ['codex-exec.txt', 'codex-exec-resume.txt'].map((name) => readFileSync(join(helpFolder, name), 'utf8'))
const [exec = '', resume = ''] = pages

verifies('engine.launch-is-current', 'the help of the pinned version says that codex can do all that we need', () => {
  assert.deepEqual(codexCli.capabilities(pages), { resume: true, outputSchema: true, missing: [] })
})

test('each capability is missing where its page of help does not have it', () => {
  const without = (page: string, option: string) => page.replaceAll(new RegExp(`^ +(?:-\\w, )?${option}\\b.*$`, 'gm'), '')
  assert.deepEqual(codexCli.capabilities([without(exec, '--output-schema'), resume]), {
    resume: true,
    outputSchema: false,
    missing: [],
  })
  assert.deepEqual(codexCli.capabilities([exec, '']), { resume: false, outputSchema: true, missing: [] })
  assert.deepEqual(codexCli.capabilities([without(without(exec, '--json'), '--profile'), resume]).missing, [
    '--json',
    '--profile',
  ])
  assert.deepEqual(codexCli.capabilities([]), {
    resume: false,
    outputSchema: false,
    missing: [
      ...['--json', '--skip-git-repo-check', '--strict-config', '--profile', '--sandbox'],
      ...['--dangerously-bypass-approvals-and-sandbox'],
    ],
  })
})

test('an option that is only talked about, or only begins like ours, is none of ours', () => {
  const page = exec.replace('--json\n', '--json-lines\n          What was called\n          --json before\n')
  assert.deepEqual(codexCli.capabilities([page, resume]).missing, ['--json'])
})

test('its version is read from what it prints, whatever stands around it', () => {
  const { args, read } = codexCli.version
  assert.deepEqual(args, ['--version'])
  assert.equal(read('codex-cli 0.166.0\n'), '0.166.0')
  assert.equal(read('WARNING: proceeding, even though …\ncodex-cli 0.170.0-alpha.3\n'), '0.170.0-alpha.3')
  for (const other of ['', '0.166.0', 'codex 0.166.0', 'my codex-cli 0.166.0', 'codex-cli nightly', 'codex-cli 1.2'])
    assert.equal(read(other), null, other)
})

test('its program is the native one of the machine, and there is none for machines without', () => {
  const entry = (platform: string, arch: string) => codexCli.entry({ platform, arch })
  const native = (folder: string) => ({ folder: `node_modules/@openai/${folder}`, path: 'bin/codex', runBy: 'itself' })
  assert.deepEqual(entry('linux', 'x64'), native('codex-linux-x64/vendor/x86_64-unknown-linux-musl'))
  assert.deepEqual(entry('linux', 'arm64'), native('codex-linux-arm64/vendor/aarch64-unknown-linux-musl'))
  assert.deepEqual(entry('darwin', 'x64'), native('codex-darwin-x64/vendor/x86_64-apple-darwin'))
  assert.deepEqual(entry('darwin', 'arm64'), native('codex-darwin-arm64/vendor/aarch64-apple-darwin'))
  for (const [platform, arch] of [
    ['win32', 'x64'],
    ['linux', 'riscv64'],
    ['freebsd', 'x64'],
    ['', ''],
  ] as const)
    assert.equal(entry(platform, arch), null, platform)
})
