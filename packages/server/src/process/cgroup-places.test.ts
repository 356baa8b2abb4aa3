import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placesIn } from './cgroup-places.ts'

const mount = (point: string, rest: string, root = '/') => `36 25 0:31 ${root} ${point} rw,relatime - ${rest}`

test('the groups of version 1 are found by their controllers, each where it is mounted', () => {
  const cgroup = '9:name=systemd:/\n8:pids:/a b\n4:memory:/jobs/1\n2:cpu,cpuacct:/\n0::/\n'
  const mountinfo = [
    mount('/sys/fs/cgroup/cpu,cpuacct', 'cgroup cgroup rw,cpu,cpuacct'),
    mount('/sys/fs/cgroup/my\\040memory', 'cgroup cgroup rw,memory'),
    mount('/sys/fs/cgroup/pids', 'cgroup cgroup rw,pids'),
    mount('/sys/fs/cgroup/unified', 'cgroup2 cgroup2 rw'),
  ].join('\n')
  assert.deepEqual(placesIn(cgroup, mountinfo), {
    memory: { version: 1, folder: '/sys/fs/cgroup/my memory/jobs/1' },
    pids: { version: 1, folder: '/sys/fs/cgroup/pids/a b' },
    cpu: { version: 1, folder: '/sys/fs/cgroup/cpu,cpuacct' },
    weight: { version: 1, folder: '/sys/fs/cgroup/cpu,cpuacct' },
  })
})

test('in version 2 one group does it all, also where only a part of the tree is mounted', () => {
  const two = (folder: string) => ({ version: 2, folder })
  const cgroup = '0::/system.slice/runner.service\n'
  const whole = two('/sys/fs/cgroup/system.slice/runner.service')
  assert.deepEqual(placesIn(cgroup, mount('/sys/fs/cgroup', 'cgroup2 cgroup2 rw')), {
    memory: whole,
    pids: whole,
    cpu: whole,
    weight: whole,
  })
  const part = two('/sys/fs/cgroup/runner.service')
  const mountinfo = mount('/sys/fs/cgroup', 'cgroup2 cgroup2 rw', '/system.slice')
  assert.deepEqual(placesIn(cgroup, mountinfo), { memory: part, pids: part, cpu: part, weight: part })
})

test('where nothing is mounted there is no group', () => {
  assert.deepEqual(placesIn('0::/\n', mount('/', 'ext4 /dev/sda1 rw')), { memory: null, pids: null, cpu: null, weight: null })
})
