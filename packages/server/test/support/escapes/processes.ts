import { readFileSync } from 'node:fs'
import { forbidden, judged } from '../../../src/sandbox/system-calls.ts'
import { type Attack, both, numberOf, perl } from './attack.ts'

const pidfdOpen = 434
const canGainRights = !/^NoNewPrivs:\t1$/m.test(readFileSync('/proc/self/status', 'utf8'))

/** Every other process that can be seen, and where its stack ends: there its variables are. */
const eachStack = (body: string): string =>
  perl(`for my $pid (map { 0 + $_ } grep { $_ != $$ } map { m{(\\d+)} } glob '/proc/[0-9]*') {
  open my $maps, '<', "/proc/$pid/maps" or next;
  my ($end) = map { /-(\\w+) .*\\[stack\\]/ ? hex $1 : () } <$maps>;
  next if !$end;
  my $bytes = "\\0" x 8192;
  ${body}
  print "$1\\n" if $bytes =~ /ESCAPE_CANARY=(\\w{20,})/;
}`)

/** Reaching processes outside, and outliving one's own end. */
export const processAttacks: readonly Attack[] = [
  { name: 'reads variables of others', script: "grep -hzoa 'ESCAPE_CANARY=[a-z0-9]*' /proc/[0-9]*/environ" },
  { name: 'reads by the root of others', script: 'for p in /proc/[0-9]*; do cat "$p/root$SECRET_FILE"; done' },
  { name: 'reads in the folder of others', script: 'for p in /proc/[0-9]*; do cat "$p/cwd/secret"; done' },
  {
    name: 'walks up from an open folder of others',
    script: `for f in /proc/[0-9]*/fd/* /proc/[0-9]*/cwd /proc/[0-9]*/root; do
  [ -d "$f/" ] && cat "$f/../../../../../../../../../../../..$SECRET_FILE"; done`,
  },
  {
    name: 'reads shared memory of others',
    script: perl(
      `my $id = shmget 0 + $ENV{MEMORY}, 100, 0; shmread $id, my $text, 0, 100 or exit if defined $id; print $text // ''`,
    ),
  },
  {
    name: 'reads open files of others',
    script: 'for f in /proc/[0-9]*/fd/*; do case "$(readlink "$f")" in */outside/secret) cat "$f";; esac; done',
  },
  {
    name: 'reads memory of others',
    script: eachStack('open my $mem, "<", "/proc/$pid/mem" or next; sysseek $mem, $end - 8192, 0; sysread $mem, $bytes, 8192;'),
  },
  {
    name: 'reads memory of others by a call',
    script: eachStack(
      `my ($here, $there) = (pack('PQ', $bytes, 8192), pack('QQ', $end - 8192, 8192));
  syscall(${numberOf(forbidden.process_vm_readv)}, $pid, $here, 1, $there, 1, 0);`,
    ),
  },
  {
    name: 'takes a descriptor of others',
    script: perl(`for (glob '/proc/[0-9]*/fd/*') {
  next if (readlink // '') !~ m{/outside/secret$};
  my ($pid, $number) = map { 0 + $_ } m{/proc/(\\d+)/fd/(\\d+)};
  my $life = syscall(${pidfdOpen}, $pid, 0);
  my $taken = syscall(${numberOf(forbidden.pidfd_getfd)}, $life, $number, 0);
  if ($taken >= 0 && open my $file, '<&=', $taken) { seek $file, 0, 0; print <$file> }
}`),
  },
  {
    name: 'traces a process outside',
    script: perl(`print "escaped\\n" if syscall(${numberOf(judged.ptrace)}, 0x4206, 0 + $ENV{BYSTANDER}, 0, 0) == 0`),
  },
  { name: 'signals a process outside', script: 'kill -USR1 "$BYSTANDER" && echo escaped' },
  {
    name: 'leaves a process in a session of its own',
    script: `setsid env -i sleep "$SLEEP" > /dev/null 2>&1 &
while [ -e /proc/$! ] && [ "$(cat /proc/$!/comm)" != sleep ]; do :; done`,
  },
  {
    name: 'leaves a process that forked twice and holds the output',
    // The pipe ends when the second child has become another program.
    script: perl(`use POSIX; my $seconds = $ENV{SLEEP}; pipe my $end, my $hold;
if (fork) { close $hold; readline $end; exit }
POSIX::setsid(); exit if fork; %ENV = ();
exec { '/usr/bin/sleep' } 'sleep', $seconds`),
  },
  {
    name: 'finds an open descriptor besides input, output and errors',
    script: perl(`opendir my $own, '/proc/self/fd'; my @found = grep { /^\\d+$/ && $_ > 2 } readdir $own; my $mine = fileno $own;
for (@found) { my $to = readlink "/proc/self/fd/$_"; print "escaped: $to\\n" if defined $to && $to !~ m{^/proc/\\d+/fd$} }`),
    kept: both('the server closes descriptors for every child'),
  },
  {
    name: 'becomes root by a program that may',
    script: perl(`pipe my $out, my $in; my $pid = fork;
if (!$pid) { close $in; open STDIN, '<&', $out; exec '/usr/bin/su', '-c', 'true' or exit 1 }
for (1 .. 200) {
  open my $status, '<', "/proc/$pid/status" or last;
  my $text = join '', <$status>;
  if ($text =~ /^Uid:\\t\\d+\\t0\\t/m) { print "escaped\\n"; last }
  last if $text =~ /^State:\\t[ZX]/m || $text =~ /^Name:\\tsu\\n/;
  select undef, undef, undef, 0.01;
}
kill 'KILL', $pid`),
    kept: {
      root: 'the children of a root server can never gain rights',
      ordinary: canGainRights ? null : 'this test itself can gain no rights',
    },
  },
  {
    name: 'moves to another control group',
    script: `for f in $(find /sys/fs/cgroup -maxdepth 3 '(' -name cgroup.procs -o -name tasks -o -name release_agent ')'); do
  [ -w "$f" ] && echo escaped; done`,
    kept: both('control groups belong to root'),
  },
]
