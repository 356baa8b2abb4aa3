import { join, relative } from 'node:path'

/** What a group of the kernel can count, keep from growing, or give less of than to others: `cpu` counts CPU time, `weight` shares it out. */
export type Controller = 'memory' | 'pids' | 'cpu' | 'weight'

/** The group of this process in one of the trees of groups, where others can be made below it. */
export interface Place {
  readonly version: 1 | 2
  readonly folder: string
}

export type Places = Readonly<Record<Controller, Place | null>>

/** Where this process is, by /proc/self/cgroup and /proc/self/mountinfo. A controller that version 1 has is not in version 2. */
export function placesIn(cgroup: string, mountinfo: string): Places {
  const mounts = mountinfo.split('\n').flatMap(mountOf)
  const own = new Map(cgroup.split('\n').flatMap(ownOf))
  const one = (name: string): Place | null => {
    const path = own.get(name)
    const mount = mounts.find(({ version, controllers }) => version === 1 && controllers.includes(name))
    return path === undefined || !mount ? null : { version: 1, folder: folderOf(mount, path) }
  }
  const two = (): Place | null => {
    const path = own.get('')
    const mount = mounts.find(({ version }) => version === 2)
    return path === undefined || !mount ? null : { version: 2, folder: folderOf(mount, path) }
  }
  const cpu = one('cpuacct') ?? two()
  // Nobody goes to version 2 for that alone.
  const weight = one('cpu') ?? (cpu?.version === 2 ? cpu : null)
  return { memory: one('memory') ?? two(), pids: one('pids') ?? two(), cpu, weight }
}

interface CgroupMount {
  readonly version: 1 | 2
  readonly root: string
  readonly point: string
  readonly controllers: readonly string[]
}

/** `36 25 0:31 /root /point options … - type source super-options` */
function mountOf(line: string): CgroupMount[] {
  const [before = '', after = ''] = line.split(' - ')
  const [, , , root = '', point = ''] = before.split(' ').map(unescaped)
  const [type, , options = ''] = after.split(' ')
  if (type !== 'cgroup' && type !== 'cgroup2') return []
  return [{ version: type === 'cgroup' ? 1 : 2, root, point, controllers: options.split(',') }]
}

/** `4:memory:/path`, `2:cpu,cpuacct:/path`, and `0::/path` for version 2. */
function ownOf(line: string): [controller: string, path: string][] {
  const [, names = '', path = ''] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
  return path === '' ? [] : names.split(',').map((name) => [name, path])
}

/** In a container the mount may begin somewhere below the root of the tree. */
function folderOf({ root, point }: CgroupMount, path: string): string {
  const below = relative(root, path)
  return below.startsWith('..') ? point : join(point, below)
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
