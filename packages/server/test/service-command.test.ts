import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { verifies } from '../../../test/verifies.ts'
import { unitOf } from '../src/cli/service-unit.ts'
import { commands } from './support/cli.ts'
import { temporaryFolder } from './support/folder.ts'

const clone = fileURLToPath(new URL('../../..', import.meta.url))

verifies(
  'setup.systemd-unit',
  'a unit is written, replaced and removed, and one of somebody else stays as it is',
  async (context) => {
    const cwd = await temporaryFolder(context)
    const file = join(cwd, 'systemd/user/skill-runner.service')
    const wanted = join(dirname(file), 'default.target.wants/skill-runner.service')
    const environmentFile = join(clone, 'skill-runner.env')
    const unit = unitOf({
      isSystem: false,
      node: process.execPath,
      program: join(clone, 'bootstrap.mjs'),
      environmentFile,
      systemd: 255,
    })
    const env = { PATH: `${systemctl(cwd, 'systemd 255 (255.4-1)')}:/usr/bin:/bin`, XDG_CONFIG_HOME: cwd }
    const service = (...lists: string[]) =>
      commands(
        lists.map((words) => ['service', ...words.split(' ')]),
        { cwd, env },
      )

    const printed = { code: 0, stdout: unit, stderr: '' }
    const wrote = {
      code: 0,
      stdout: `Wrote ${file}. Settings go into ${environmentFile}, one NAME=value a line. Next:
  systemctl --user daemon-reload
  systemctl --user enable --now skill-runner
  loginctl enable-linger   # it starts with the machine, and runs while you are signed out
  systemctl --user status skill-runner
`,
      stderr: '',
    }
    assert.deepEqual(await service('install --print'), [printed])
    assert.equal(existsSync(file), false)
    assert.deepEqual(await service('install', 'install'), [wrote, wrote])
    assert.equal(readFileSync(file, 'utf8'), unit)

    // As "systemctl enable" does.
    mkdirSync(dirname(wanted))
    symlinkSync(file, wanted)
    const removed = {
      code: 0,
      stdout: `Removed ${file}. Data and settings stay. To stop the server:
  systemctl --user stop skill-runner
  systemctl --user daemon-reload
`,
      stderr: '',
    }
    const nothing = { code: 0, stdout: `There is no ${file}: nothing was removed.\n`, stderr: '' }
    assert.deepEqual(await service('uninstall', 'uninstall'), [removed, nothing])
    assert.deepEqual([existsSync(file), existsSync(wanted)], [false, false])

    writeFileSync(file, '[Unit]\n')
    assert.deepEqual(await service('install', 'uninstall'), [
      { code: 1, stdout: '', stderr: `${file} was not written by this command. Move it away first.\n` },
      { code: 1, stdout: '', stderr: `${file} was not written by this command, and stays.\n` },
    ])
    assert.equal(readFileSync(file, 'utf8'), '[Unit]\n')
  },
)

verifies('setup.systemd-unit', 'what cannot be installed is said, and nothing is written', async (context) => {
  const cwd = await temporaryFolder(context)
  const env = { PATH: cwd, XDG_CONFIG_HOME: cwd }
  const ended = await commands(
    [
      ['service', 'install'],
      ['service', 'install', '--system'],
      ['service', 'start'],
      ['service', 'install', 'now'],
    ],
    { cwd, env },
  )
  assert.deepEqual(
    ended.map(({ code, stderr }) => [code, stderr]),
    [
      [1, 'There is no systemd here. To see the unit: ./skill-runner service install --print\n'],
      [1, 'A service of the machine needs the npm package: a clone belongs to its user (docs/install.md).\n'],
      [2, 'Unknown command: service start.\nHelp: ./skill-runner service --help\n'],
      [2, 'Unexpected argument "now".\nHelp: ./skill-runner service --help\n'],
    ],
  )
  assert.equal(existsSync(join(cwd, 'systemd')), false)
})

/** The folder of a systemctl that only says its version: what the unit has depends on it. */
function systemctl(folder: string, version: string): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'systemctl'), `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 })
  return bin
}
