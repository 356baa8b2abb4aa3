import { existsSync } from 'node:fs'
import { forbidden, judged, unknown } from '../../../src/sandbox/system-calls.ts'
import { type Attack, both, call, needsRights, numberOf, perl, setting } from './attack.ts'

const newUser = '0x10000000'
const keyctl = numberOf(forbidden.keyctl)
const has32Bits = process.arch === 'x64' && existsSync('/proc/sys/abi/vsyscall32')

/** unshare(CLONE_NEWUSER), as programs of 32 bits call it: by an interrupt, with another number. */
const callOf32Bits = [
  ...['b836010000', 'bb00000010', 'cd80'],
  // Ends with 0 when it succeeded.
  ...['31ff', '85c0', '7402', 'ffc7', 'b83c000000', '0f05'],
].join('')

const kernelSetting = (path: string): string => `v=$(cat /proc/sys/${path}) && echo "$v" > /proc/sys/${path} && echo escaped`

/** Parts of the kernel that are not divided by namespaces, and new namespaces, in which everything is allowed. */
export const kernelAttacks: readonly Attack[] = [
  { name: 'makes a user namespace', script: call(numberOf(judged.unshare), newUser) },
  {
    name: 'makes a process in a user namespace',
    script: perl(`my $wanted = pack 'Q11', ${newUser}, (0) x 3, 17, (0) x 6;
my $pid = syscall(${numberOf(unknown.clone3)}, $wanted, length $wanted);
if ($pid == 0) { require POSIX; POSIX::_exit(0) }
print "escaped\\n" if $pid > 0`),
  },
  {
    name: 'makes a user namespace as a program of 32 bits',
    script: perl(`my $code = pack 'H*', '${callOf32Bits}';
my $size = 120 + length $code;
open my $file, '>', 'old' or die; binmode $file;
print $file "\\x7fELF", pack('C5 x7', 2, 1, 1, 0, 0), pack('S2 L Q3 L S6', 2, 62, 1, 0x400078, 64, 0, 0, 64, 56, 1, 0, 0, 0);
print $file pack('L2 Q6', 1, 5, 0, 0x400000, 0x400000, $size, $size, 4096), $code;
close $file; chmod 0755, 'old';
print "escaped\\n" if system('./old') == 0`),
    kept: both(has32Bits ? null : 'the kernel runs no programs of 32 bits'),
  },
  { name: 'mounts memory', script: 'unshare -Urm sh -c \'mount -t tmpfs more "$TMPDIR" && echo escaped\'' },
  { name: 'mounts /proc', script: 'unshare -Urpfm --mount-proc sh -c "echo escaped"' },
  {
    name: 'makes /usr writable',
    script: perl(
      `my ($none, $usr) = ('none', '/usr'); print "escaped\\n" if syscall(${numberOf(forbidden.mount)}, $none, $usr, $none, 0x1020, 0) == 0`,
    ),
    kept: needsRights,
  },
  {
    name: 'changes the root of its files',
    script: `unshare -Urm sh -c 'mount -t tmpfs more "$TMPDIR" && cd "$TMPDIR" && mkdir old && /usr/sbin/pivot_root . old && echo escaped'`,
  },
  {
    name: 'changes its own root',
    script: perl(
      `my $root = '/'; syscall(${numberOf(judged.unshare)}, ${newUser}); print "escaped\\n" if syscall(${numberOf(forbidden.chroot)}, $root) == 0`,
    ),
  },
  { name: 'changes where cores are written', script: kernelSetting('kernel/core_pattern'), kept: needsRights },
  { name: 'changes a setting of the kernel', script: kernelSetting('vm/swappiness'), kept: needsRights },
  { name: 'opens the emergency keys', script: '(: >> /proc/sysrq-trigger) && echo escaped', kept: needsRights },
  {
    name: 'reads a key of a keyring',
    script: perl(`my ($type, $name, $text) = ('user', $ENV{KEY}, "\\0" x 100);
my $id = syscall(${keyctl}, 10, -4, $type, $name, 0);
my $length = syscall(${keyctl}, 11, $id, $text, 100);
print substr $text, 0, $length if $length > 0`),
  },
  {
    name: 'leaves a key in a keyring',
    script: perl(`my ($type, $name, $text) = ('user', "$ENV{KEY}-left", 'x');
print "escaped\\n" if syscall(${numberOf(forbidden.add_key)}, $type, $name, $text, 1, -4) >= 0`),
  },
  {
    name: 'sets up io_uring',
    script: perl(
      `my $parameters = "\\0" x 120; print "escaped\\n" if syscall(${numberOf(unknown.io_uring_setup)}, 8, $parameters) >= 0`,
    ),
    kept: both((setting('kernel/io_uring_disabled') ?? 0) === 0 ? null : 'the kernel has it switched off'),
  },
  {
    name: 'makes a map for bpf',
    script: perl(
      `my $map = pack('L4', 2, 4, 4, 1) . "\\0" x 112; print "escaped\\n" if syscall(${numberOf(forbidden.bpf)}, 0, $map, 128) >= 0`,
    ),
    kept: both(setting('kernel/unprivileged_bpf_disabled') === 0 ? null : 'the kernel allows it to root alone'),
  },
  {
    name: 'measures by perf',
    script: perl(
      `my $wanted = pack 'L2 Q7', 1, 64, 0, 0, 0, 0, 0x60, 0, 0; print "escaped\\n" if syscall(${numberOf(forbidden.perf_event_open)}, $wanted, 0, -1, -1, 0) >= 0`,
    ),
    kept: both((setting('kernel/perf_event_paranoid') ?? 3) <= 2 ? null : 'the kernel allows it to root alone'),
  },
  {
    name: 'types into a terminal',
    script: perl(`use POSIX; $| = 1; exit if fork && wait; POSIX::setsid(); open my $master, '+<', '/dev/ptmx' or exit;
my ($unlocked, $number, $typed) = ("\\0" x 4, "\\0" x 4, 'x');
ioctl $master, 0x40045431, $unlocked; ioctl $master, 0x80045430, $number;
open my $terminal, '+<', '/dev/pts/' . unpack('I', $number) or exit;
print "escaped\\n" if ioctl $terminal, 0x5412, $typed`),
    kept: both(setting('dev/tty/legacy_tiocsti') === 0 ? 'the kernel has it switched off' : null),
  },
]
