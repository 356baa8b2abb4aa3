import { dirname } from 'node:path'
import { serverName } from '../process/cgroup-divide.ts'

export interface UnitWish {
  /** For the whole machine, with a user of its own; else for the user who asks. */
  readonly isSystem: boolean
  readonly node: string
  /** The program that brings flags and folder with it: that of the package, or the bootstrap of a clone. */
  readonly program: string
  readonly environmentFile: string
  /** Null: not known. */
  readonly systemd: number | null
}

/** How every unit of ours begins, so that no other is replaced or removed. */
export const firstLine = '# Written by skill-runner service install, which replaces it. Change it with: systemctl edit'

export const systemUser = 'skill-runner'
export const systemHome = '/var/lib/skill-runner'

/** The first that starts a server in a cgroup which is divided already, because tasks go on in it. */
const leastToDelegate = 254

/** The systemd unit of the server. */
export function unitOf({ isSystem, node, program, environmentFile, systemd }: UnitWish): string {
  return [
    firstLine,
    '[Unit]',
    'Description=Agent Skill Runner',
    ...(isSystem ? ['Wants=network-online.target', 'After=network-online.target'] : []),
    'StartLimitIntervalSec=60',
    'StartLimitBurst=5',
    '',
    '[Service]',
    'Type=exec',
    `ExecStart=${quoted(node)} ${quoted(program.replaceAll('$', '$$$$'))} serve`,
    `Environment=${quoted(`PATH=${dirname(node)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`)}`,
    `EnvironmentFile=-${plain(environmentFile)}`,
    'Restart=on-failure',
    'RestartSec=2',
    '# Only the server is stopped: tasks and services of projects go on, and the next server finds them.',
    'KillMode=process',
    'TimeoutStopSec=120',
    '# A run that takes too much memory fails alone.',
    'OOMPolicy=continue',
    'LimitNOFILE=65536',
    'TasksMax=16384',
    ...delegation(systemd),
    ...(isSystem ? ofSystem : []),
    '',
    '[Install]',
    `WantedBy=${isSystem ? 'multi-user.target' : 'default.target'}`,
    '',
  ].join('\n')
}

function delegation(systemd: number | null): readonly string[] {
  if (systemd !== null && systemd >= leastToDelegate)
    return ['# The server limits runs in cgroups of their own.', 'Delegate=cpu memory pids', `DelegateSubgroup=${serverName}`]
  // The manager of a user gives every unit a cgroup that the server could divide.
  return [
    `# Before systemd ${leastToDelegate} the server could not start again in a divided cgroup while tasks go on: limits of runs are counted.`,
    'Environment=SKILL_RUNNER_CGROUP=off',
  ]
}

/**
 * Nothing that sets or implies NoNewPrivileges=, and nothing that covers parts of /proc: with the one AppArmor keeps bubblewrap from its
 * profile, with the other the kernel keeps it from a /proc of its own.
 */
const ofSystem: readonly string[] = [
  `User=${systemUser}`,
  `StateDirectory=${systemUser}`,
  'StateDirectoryMode=0700',
  '# No more than this: the sandbox needs namespaces, mounts and a /proc of its own.',
  'ProtectSystem=full',
  'CapabilityBoundingSet=',
]

/** As systemd reads it in a command line or a list. Only arguments of a command have variables, and so a $ that is written twice. */
function quoted(text: string): string {
  const safe = plain(text)
  return /[\s"'\\;]/.test(safe) ? `"${safe.replaceAll(/["\\]/g, String.raw`\$&`)}"` : safe
}

const plain = (text: string): string => text.replaceAll('%', '%%')
