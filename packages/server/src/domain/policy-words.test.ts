import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { policyNotes } from './policy-words.ts'

const network = 'blocked by the sandbox policy: commands have no network; do not try another way'
const places =
  'blocked by the sandbox policy: only the workspace, the home and the temporary folder of the session can be written; do not try another way'
const namespaces =
  'blocked by the sandbox policy: containers, sandboxes and namespaces cannot be made inside; do not try another way'
const mounts = 'blocked by the sandbox policy: nothing can be mounted; do not try another way'
const tracing = 'blocked by the sandbox policy: a command can trace only processes that it started; do not try another way'
const rights = 'blocked by the sandbox policy: a command runs as an ordinary user and cannot become root; do not try another way'
const sockets = 'blocked by the sandbox policy: only unix, IPv4, IPv6 and netlink sockets can be opened; do not try another way'

/** As the programs printed it in the sandbox. */
const said: readonly [stderr: string, note: string | null][] = [
  ['curl: (6) Could not resolve host: example.com', network],
  ["curl: (7) Failed to connect to 192.0.2.7 port 80 after 3 ms: Couldn't connect to server", network],
  ["curl: (7) Failed to connect to 127.0.0.1 port 80 after 0 ms: Couldn't connect to server", null],
  ["curl: (7) Failed to connect to localhost port 80 after 0 ms: Couldn't connect to server", null],
  ['Connecting to 192.0.2.7:80... failed: Network is unreachable.', network],
  ['urllib.error.URLError: <urlopen error [Errno -3] Temporary failure in name resolution>', network],
  ["fatal: unable to access 'https://example.com/x.git/': Could not resolve host: example.com", network],
  ['ssh: Could not resolve hostname example.com: Temporary failure in name resolution', network],
  ['connect ENETUNREACH 192.0.2.7:80 - Local (0.0.0.0:0)', network],
  ['  [cause]: Error: getaddrinfo EAI_AGAIN example.com\n      at GetAddrInfoReqWrap.onlookupall', network],
  ["touch: cannot touch '/usr/x': Read-only file system", places],
  ["OSError: [Errno 30] Read-only file system: '/x'", places],
  ["Error: EROFS: read-only file system, mkdir '/x'", places],
  ['unshare: unshare failed: Operation not permitted', namespaces],
  ['nsenter: cannot open /proc/1/ns/mnt: Permission denied', namespaces],
  ['bwrap: No permissions to create new namespace, likely because the kernel does not allow', namespaces],
  ['Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?', namespaces],
  ['mount: /tmp: must be superuser to use mount.', mounts],
  ['strace: attach: ptrace(PTRACE_ATTACH, 1): Operation not permitted', tracing],
  ['ptrace: Operation not permitted.', tracing],
  ['socket: Address family not supported by protocol at -e line 1.', sockets],
  ["chown: changing ownership of '.': Operation not permitted", rights],
  ['E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), are you root?', rights],
  ['hostname: you must be root to change the host name', rights],
  ['su: Critical error - immediate abort', rights],
  ['RTNETLINK answers: Operation not permitted', rights],
  ['cat: /home/other: No such file or directory', null],
  ['make: *** [all] Error 1', null],
  ['grep: resume: No such file or directory\nTypeError: undefined is not a function', null],
]

verifies('exec.policy-words', 'the words of a program that ran into the sandbox are told as what they mean', () => {
  const notes = said.map(([stderr]) => [stderr, policyNotes(`before\n${stderr}\n`, 'off')[0] ?? null])
  assert.deepEqual(notes, said)
})

verifies('exec.policy-words', 'each wall is told once; with a network it is not blamed, and the gate speaks for itself', () => {
  const stderr = [...said, ...said].map(([text]) => text).join('\n')
  assert.deepEqual(policyNotes(stderr, 'off').sort(), [sockets, rights, namespaces, mounts, places, tracing, network].sort())
  assert.ok(!policyNotes(stderr, 'host').includes(network))
  const gate = 'blocked by the sandbox policy: host intranet.example; do not try another way'
  assert.deepEqual(policyNotes(`< HTTP/1.1 403 ${gate}\n${gate}. Reason: none.\nCould not resolve host`, 'gated'), [gate])
})

test('a line that repeats the beginning of a refusal is read in no time', () => {
  assert.deepEqual(policyNotes('unshare mount ptrace blocked by the sandbox policy: host '.repeat(100_000), 'off'), [])
})
