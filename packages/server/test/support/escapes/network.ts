import { readFileSync } from 'node:fs'
import { judged } from '../../../src/sandbox/system-calls.ts'
import { type Attack, call, needsRights, numberOf, perl } from './attack.ts'

const socket = numberOf(judged.socket)
const hasVsock = /^AF_VSOCK /m.test(readFileSync('/proc/net/protocols', 'latin1'))

const unixSocket = (path: string): string =>
  perl(`use Socket; socket my $s, AF_UNIX, SOCK_STREAM, 0; print <$s> if connect $s, pack_sockaddr_un(${path})`)

/** Every listener is one of the test, on this machine. */
export const networkAttacks: readonly Attack[] = [
  { name: 'connects to the loopback interface', script: 'exec 3<> "/dev/tcp/127.0.0.1/$TCP_PORT" && cat <&3' },
  { name: 'connects to the loopback interface by IPv6', script: 'exec 3<> "/dev/tcp/::1/$TCP6_PORT" && cat <&3' },
  {
    name: 'asks a name server',
    script:
      perl(`use Socket; socket my $s, AF_INET, SOCK_DGRAM, 0; connect $s, pack_sockaddr_in($ENV{DNS_PORT}, inet_aton('127.0.0.1'));
send $s, pack('n6 (C/a)* C n2', 1, 256, 1, 0, 0, 0, 'stolen', 'example', 0, 1, 1), 0;
my $ready = ''; vec($ready, fileno $s, 1) = 1;
if (select $ready, undef, undef, 5) { recv $s, my $answer, 512, 0; print $answer // '' }`),
  },
  { name: 'connects to the API of the server', script: 'exec 3<> "/dev/tcp/127.0.0.1/$API_PORT" && echo escaped' },
  { name: 'connects to a unix socket of the host', script: unixSocket('$ENV{UNIX_SOCKET}') },
  { name: 'connects to an abstract socket of the host', script: unixSocket('"\\0$ENV{ABSTRACT_SOCKET}"') },
  {
    name: 'connects to whoever keeps tasks',
    script: perl(
      'use Socket; socket my $s, AF_UNIX, SOCK_STREAM, 0; chdir "$ENV{DATA}/exec/nursery" and connect($s, pack_sockaddr_un((glob "socket.*")[0])) and print "escaped\\n"',
    ),
    kept: { root: 'its folder belongs to root alone' },
  },
  { name: 'opens a raw socket', script: call(socket, '2', '3', '1'), kept: needsRights },
  { name: 'opens a packet socket', script: call(socket, '17', '3', '0'), kept: needsRights },
  {
    name: 'opens a socket to the hypervisor',
    script: call(socket, '40', '1', '0'),
    kept: { root: hasVsock ? null : 'the kernel has none', ordinary: hasVsock ? null : 'the kernel has none' },
  },
]
