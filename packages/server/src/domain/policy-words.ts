import type { Launch } from './launch.ts'

/** An agent reads it and has to understand that it is meant: else it tries one way after the other. */
export const blocked = (what: string): string => `blocked by the sandbox policy: ${what}; do not try another way`

/** Whether a program without network says so, as Node, Python, curl and wget, git and the C library do. */
export const saysOutOfReach = (text: string): boolean => outOfReach.test(text)

/** What of the sandbox a program ran into, by what it printed to its errors; each once. Programs name what failed, and never why. */
export function policyNotes(printed: string, network: Launch['network']): string[] {
  const stderr = shortened(printed)
  const offline =
    network === 'off' && (saysOutOfReach(stderr) || farAway.test(stderr)) ? [blocked('commands have no network')] : []
  const walls = refusals.filter(([said]) => said.test(stderr)).map(([, what]) => blocked(what))
  // The gate speaks for itself.
  const hosts = stderr.match(/blocked by the sandbox policy: host \S{1,253}; do not try another way/g) ?? []
  return [...new Set([...offline, ...walls, ...hosts])].slice(0, mostNotes)
}

const mostNotes = 20

/** Of the last that was printed; there it says why it failed. */
export const notedBytes = 65_536
const longestLine = 500

/** Whatever somebody prints, to look for words in it takes no time: that grows with the square of a line. */
const shortened = (printed: string): string =>
  printed
    .slice(-notedBytes)
    .split('\n')
    .map((line) => line.slice(0, longestLine))
    .join('\n')

const outOfReach =
  /EAI_AGAIN|ENOTFOUND|ENETUNREACH|name resolution|resolve host|Name or service not known|Network is unreachable|getaddrinfo/i

/** As curl says it of an address; nearby it may be a server of the command's own that is not up. */
const farAway = /Failed to connect to (?!localhost|127\.|\[?::1)\S+ port/

const refusals: readonly [said: RegExp, what: string][] = [
  [/Read-only file system|EROFS/i, 'only the workspace, the home and the temporary folder of the session can be written'],
  [
    /unshare\b.*not permitted|setns\b.*not permitted|nsenter: cannot open|create new namespace|No usable sandbox|Docker daemon/i,
    'containers, sandboxes and namespaces cannot be made inside',
  ],
  [/\b(u?mount|chroot|pivot_root)\b.*(must be superuser|permission denied|not permitted)/i, 'nothing can be mounted'],
  [/ptrace\b.*not permitted/i, 'a command can trace only processes that it started'],
  [/\b(add_key|request_key|keyctl\w*)\b.*not permitted/i, 'keyrings cannot be used'],
  [/Address family not supported|EAFNOSUPPORT/i, 'only unix, IPv4, IPv6 and netlink sockets can be opened'],
  [
    /must be root|are you root|no new privileges|^su: |^(chown|mknod|dmesg|date): .*not permitted|RTNETLINK.*not permitted/im,
    'a command runs as an ordinary user and cannot become root',
  ],
]
