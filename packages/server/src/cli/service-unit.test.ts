import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { type UnitWish, unitOf } from './service-unit.ts'

const installed: UnitWish = {
  isSystem: true,
  node: '/usr/bin/node',
  program: '/usr/lib/node_modules/agent-skill-runner/packages/server/bin/skill-runner.mjs',
  environmentFile: '/etc/skill-runner/skill-runner.env',
  systemd: 255,
}

verifies(
  'setup.systemd-unit',
  'the unit of the machine has a user of its own, and leaves tasks and the sandbox what they need',
  () => {
    assert.equal(
      unitOf(installed),
      `# Written by skill-runner service install, which replaces it. Change it with: systemctl edit
[Unit]
Description=Agent Skill Runner
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=60
StartLimitBurst=5

[Service]
Type=exec
ExecStart=/usr/bin/node /usr/lib/node_modules/agent-skill-runner/packages/server/bin/skill-runner.mjs serve
Environment=PATH=/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
EnvironmentFile=-/etc/skill-runner/skill-runner.env
Restart=on-failure
RestartSec=2
# Only the server is stopped: tasks and services of projects go on, and the next server finds them.
KillMode=process
TimeoutStopSec=120
# A run that takes too much memory fails alone.
OOMPolicy=continue
LimitNOFILE=65536
TasksMax=16384
# The server limits runs in cgroups of their own.
Delegate=cpu memory pids
DelegateSubgroup=skill-runner.server
User=skill-runner
StateDirectory=skill-runner
StateDirectoryMode=0700
# No more than this: the sandbox needs namespaces, mounts and a /proc of its own.
ProtectSystem=full
CapabilityBoundingSet=

[Install]
WantedBy=multi-user.target
`,
    )
  },
)

const ofUser: UnitWish = {
  isSystem: false,
  node: '/home/ann/my tools/100%/node',
  program: '/home/ann/$clone/bootstrap.mjs',
  environmentFile: '/home/ann/.skill-runner/skill-runner.env',
  systemd: 252,
}

verifies(
  'setup.systemd-unit',
  'the unit of a user writes every path as systemd reads it, and an older systemd divides no cgroups',
  () => {
    assert.equal(
      unitOf(ofUser),
      `# Written by skill-runner service install, which replaces it. Change it with: systemctl edit
[Unit]
Description=Agent Skill Runner
StartLimitIntervalSec=60
StartLimitBurst=5

[Service]
Type=exec
ExecStart="/home/ann/my tools/100%%/node" /home/ann/$$clone/bootstrap.mjs serve
Environment="PATH=/home/ann/my tools/100%%:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
EnvironmentFile=-/home/ann/.skill-runner/skill-runner.env
Restart=on-failure
RestartSec=2
# Only the server is stopped: tasks and services of projects go on, and the next server finds them.
KillMode=process
TimeoutStopSec=120
# A run that takes too much memory fails alone.
OOMPolicy=continue
LimitNOFILE=65536
TasksMax=16384
# Before systemd 254 the server could not start again in a divided cgroup while tasks go on: limits of runs are counted.
Environment=SKILL_RUNNER_CGROUP=off

[Install]
WantedBy=default.target
`,
    )
  },
)

const analyze = spawnSync('systemd-analyze', ['--version']).status === 0

test('systemd finds nothing wrong with the unit of the machine', { skip: analyze ? false : 'needs systemd-analyze' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'skill-runner-unit-'))
  try {
    const verify = (name: string, unit: string) => {
      const file = join(folder, name)
      writeFileSync(file, unit)
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
      // It also reads the units of the machine, and says what is wrong with those.
      return [status, stderr.split('\n').filter((line) => line.includes(name))]
    }
    const here = { ...installed, node: process.execPath, program: '/dev/null', systemd: 252 }
    assert.deepEqual(verify('skill-runner.service', unitOf(here)), [0, []])
    const [, problems] = verify('skill-runner.service', unitOf(here).replace('KillMode=process', 'KillMode=nobody'))
    assert.deepEqual([Array.isArray(problems) && problems.length], [1])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** bubblewrap as the sandbox uses it, by another user than root, after something was done to what it finds. */
function sandboxAfter(change: string) {
  const asUser = 'setpriv --reuid=54321 --regid=54321 --clear-groups --bounding-set=-all'
  const sandbox = 'bwrap --unshare-all --ro-bind / / --proc /proc --dev /dev true'
  return spawnSync('unshare', ['--mount', 'sh', '-c', `${change} && exec ${asUser} ${sandbox}`], { encoding: 'utf8' }).status
}

const canTry = process.getuid?.() === 0 && sandboxAfter('true') === 0

verifies(
  'setup.systemd-unit',
  'the sandbox works with what the unit of the machine takes away, and not with settings that it leaves out',
  () => {
    const readOnly = (path: string) => `mount --bind ${path} ${path} && mount -o remount,bind,ro ${path}`
    // ProtectSystem=full and CapabilityBoundingSet=
    assert.equal(sandboxAfter(`${readOnly('/usr')} && ${readOnly('/etc')}`), 0)
    // ProtectKernelTunables=yes: the kernel then allows no other /proc.
    assert.equal(sandboxAfter(readOnly('/proc/sys')), 1)
    for (const setting of [
      'NoNewPrivileges',
      'ProtectKernel',
      'ProtectProc',
      'ProcSubset',
      'PrivateDevices',
      'Restrict',
      'SystemCall',
    ])
      assert.doesNotMatch(unitOf(installed), new RegExp(`^${setting}`, 'm'))
  },
  { skip: canTry ? false : 'needs root, and a sandbox that works for other users' },
)
