import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import type { Launch } from '../domain/launch.ts'
import { bwrapArgv, type HostFacts, neutralPlaces } from './bwrap.ts'
import { wrappedEnv } from './env.ts'
import { gatedEnv, handoffBy } from './handoff.ts'

const host: HostFacts = {
  ...{ bwrap: '/usr/bin/bwrap', setpriv: '/usr/bin/setpriv', isRoot: true, node: '/srv/node' },
  folders: [
    { path: '/bin', linkTo: 'usr/bin' },
    { path: '/lib64', linkTo: null },
  ],
  etc: {
    ...{ folder: '/data/etc', shared: ['/etc/alternatives'] },
    ...{ certificates: ['/etc/ssl/certs'], sharedWithNetwork: ['/etc/resolv.conf'] },
  },
  handoff: await handoffBy(null, '/opt/runtime/bin/node'),
}

const launch: Launch = {
  argv: ['/opt/runtime/bin/node', 'main.js'],
  ...{ env: { KEY: 'value' }, cwd: '/workspace', stdin: null, network: 'off', identity: { uid: 500, gid: 500 } },
  mounts: [
    { from: '/data/run/artifacts', to: '/workspace/artifacts', access: 'write' },
    { from: '/data/skill', to: '/skill', access: 'read' },
  ],
}

const inside = [
  ...['--ro-bind', '/usr', '/usr', '--symlink', 'usr/bin', '/bin', '--ro-bind', '/lib64', '/lib64'],
  ...['--ro-bind', '/data/etc', '/etc', '--ro-bind-try', '/etc/alternatives', '/etc/alternatives'],
]
const certificates = ['--ro-bind-try', '/etc/ssl/certs', '/etc/ssl/certs']
const devices = ['--proc', '/proc', '--dev', '/dev', '--perms', '1777', '--size', '67108864', '--tmpfs', '/dev/shm']
const mounts = [
  ...['--dir', '/opt', '--dir', '/opt/runtime', '--dir', '/opt/runtime/bin', '--dir', '/workspace'],
  ...['--ro-bind', '/srv/node', '/opt/runtime/bin/node'],
  ...['--bind', '/data/run/artifacts', '/workspace/artifacts', '--ro-bind', '/data/skill', '/skill'],
  ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/workspace', '--'],
]

verifies('sandbox.never-root', 'a root server mounts as root and drops inside', () => {
  assert.deepEqual(bwrapArgv(launch, host), [
    ...['/usr/bin/bwrap', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', '--unshare-net'],
    ...['--hostname', 'runner', '--new-session', '--die-with-parent', '--cap-drop', 'ALL'],
    ...['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', '--cap-add', 'CAP_SETPCAP'],
    ...[...inside, ...devices, ...mounts],
    ...[
      '/usr/bin/setpriv',
      '--reuid=500',
      '--regid=500',
      '--clear-groups',
      '--inh-caps=-all',
      '--bounding-set=-all',
      '--no-new-privs',
    ],
    ...['/opt/runtime/bin/node', 'main.js'],
  ])
})

test('an ordinary server uses a user namespace, and the network is shared only when it is open', () => {
  assert.deepEqual(bwrapArgv({ ...launch, network: 'host', identity: null }, { ...host, isRoot: false }), [
    ...['/usr/bin/bwrap', '--unshare-all', '--share-net'],
    ...['--hostname', 'runner', '--new-session', '--die-with-parent', '--cap-drop', 'ALL'],
    ...[...inside, ...certificates, '--ro-bind-try', '/etc/resolv.conf', '/etc/resolv.conf', ...devices, ...mounts],
    ...['/opt/runtime/bin/node', 'main.js'],
  ])
})

test('behind a gate there is no network and no name server, and the command is what the handing over ends with', () => {
  for (const isRoot of [true, false]) {
    const argv = bwrapArgv({ ...launch, network: 'gated', env: { LD_CANARY: 'late' } }, { ...host, isRoot })
    const system = argv.slice(argv.indexOf('--ro-bind'), argv.indexOf('--dir'))
    assert.deepEqual(system, [...inside, ...certificates, ...devices])
    assert.deepEqual(
      [argv.includes('--unshare-net'), argv.includes('--unshare-all'), argv.includes('--share-net')],
      [isRoot, !isRoot, false],
    )
    const command = argv.slice(argv.indexOf('--') + 1).filter((word) => !/^(\/usr\/bin\/setpriv|--.*)$/.test(word))
    assert.deepEqual(command, [
      ...['/opt/runtime/bin/node', '/opt/gate/handoff.mjs'],
      ...['/usr/bin/env', 'LD_CANARY=late', '/opt/runtime/bin/node', 'main.js'],
    ])
    const mounted = argv[argv.indexOf('/opt/gate/handoff.mjs') - 2]
    assert.equal(mounted, '--ro-bind')
  }
})

test('perl hands over at once and needs no mount; without it, or on another processor, Node does it', async () => {
  const byPerl = await handoffBy('/usr/bin/perl', '/opt/node', 'arm64')
  assert.deepEqual([byPerl.words[0], byPerl.words[1], byPerl.words[3]], ['/usr/bin/perl', '-e', '211'])
  assert.deepEqual([byPerl.mounts, byPerl.handsOver], [[], 'at_once'])
  for (const handoff of [await handoffBy(null, '/opt/node', 'x64'), await handoffBy('/usr/bin/perl', '/opt/node', 's390x')])
    assert.deepEqual([handoff.words, handoff.handsOver], [['/opt/node', '/opt/gate/handoff.mjs'], 'and_waits'])
})

test('what perl obeys reaches the child only after the program that hands over, and no proxy from elsewhere does', () => {
  const env = { PERL5OPT: '-Mevil', PERL5LIB: '/workspace', KEY: 'value', ALL_PROXY: 'http://elsewhere', NO_PROXY: '*' }
  const wrapped = gatedEnv(wrappedEnv(env, '/usr/bin/node'))
  assert.deepEqual(Object.keys(wrapped).sort(), [
    ...['HTTPS_PROXY', 'HTTP_PROXY', 'KEY', 'NODE_USE_ENV_PROXY', 'NO_PROXY', 'PATH', 'PERL_BADLANG'],
    ...['http_proxy', 'https_proxy', 'no_proxy'],
  ])
  assert.equal(wrapped['NO_PROXY'], 'localhost,127.0.0.1,::1')
})

verifies('sandbox.never-root', 'a root server that names no other user starts nothing', () => {
  for (const identity of [null, { uid: 0, gid: 5 }, { uid: 5, gid: 0 }]) {
    assert.throws(() => bwrapArgv({ ...launch, identity }, host), { name: 'Fault', code: 'SANDBOX_UNAVAILABLE' })
  }
})

test('a Node below /usr is used where it is, any other at a neutral place', () => {
  const places = { workspace: '/workspace', skill: '/skill', home: '/home/runner' }
  assert.deepEqual(neutralPlaces('/usr/local/bin/node'), { ...places, node: '/usr/local/bin/node' })
  assert.deepEqual(neutralPlaces('/root/x/node'), { ...places, node: '/opt/runtime/bin/node' })
})

verifies('sandbox.never-root', 'what the loader obeys reaches the child only after every wrapper', () => {
  const loaded = { ...launch, env: { KEY: 'value', LD_PRELOAD: '/workspace/evil.so' } }
  assert.deepEqual(wrappedEnv(loaded.env, '/opt/runtime/bin/node'), {
    PATH: '/opt/runtime/bin:/usr/local/bin:/usr/bin:/bin',
    KEY: 'value',
  })
  const argv = bwrapArgv(loaded, host)
  assert.deepEqual(argv.slice(argv.indexOf('--no-new-privs') + 1), [
    ...['/usr/bin/env', 'LD_PRELOAD=/workspace/evil.so', '/opt/runtime/bin/node', 'main.js'],
  ])
})

test('values of the environment are not on the command line, which every user can read', () => {
  assert.ok(!bwrapArgv(launch, host).some((word) => word.includes('value')))
})

test('a PATH of the launch is kept', () => {
  assert.deepEqual(wrappedEnv({ PATH: '/skill/bin' }, '/usr/bin/node'), { PATH: '/skill/bin' })
})
