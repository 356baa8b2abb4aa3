# What every new child of a helper goes through, for starter.pl and nursery.pl; and what helpers share.
package newborn;
use strict;
use warnings;
no warnings 'exec';
use Errno ();
use Exporter 'import';
use Fcntl qw(F_SETFD F_SETFL FD_CLOEXEC O_DIRECTORY O_NONBLOCK O_RDONLY);

our @EXPORT = qw(begin frames_in pidfd place since problem watch is_set CHUNK);

# Since Linux 5.3, the same numbers on every processor that Node runs on.
use constant { PIDFD_OPEN => 434, CLONE3 => 435 };
use constant { CLONE_INTO_CGROUP => 1 << 33, SIGCHLD => 17 };
use constant CHUNK => 65536;

sub watch { my ($set, $handle) = @_; vec($$set, fileno($handle), 1) = 1 if $handle }

sub is_set { my ($set, $handle) = @_; return $handle && vec($set, fileno($handle), 1) }

# The whole requests at the head of what was read, each a list of texts with their lengths in front; they are taken from it.
sub frames_in {
    my ($unread) = @_;
    my @frames;
    while (length $$unread >= 4) {
        my $length = unpack 'N', $$unread;
        last if length $$unread < 4 + $length;
        push @frames, [unpack '(N/a*)*', substr $$unread, 4, $length];
        substr($$unread, 0, 4 + $length) = '';
    }
    return @frames;
}

# A new process that becomes the program. Answers its pid and its life, or (undef, why there is none).
# From here on every handle is closed in a child that becomes another program, but for those that it is given.
sub begin {
    my (%way) = @_;
    pipe(my $failure, $way{failure}) or return (undef, problem('pipe', ''));
    if ($way{hidden_option} ne '') { $way{hidden} = filled_pipe($way{words}) or return (undef, problem('pipe', '')) }
    my $parent = $$;
    my ($birthplace) = $way{confinement} =~ /^birth (.*)$/m;
    my $pid = (defined $birthplace ? born_in($birthplace) : undef) // fork;
    return (undef, problem('fork', '')) if !defined $pid;
    become(%way, parent => $parent) if $pid == 0;

    delete @way{qw(out err failure info in hidden)};
    # Ends with the exec, or says why there was none.
    if (sysread $failure, my $problem, CHUNK) {
        waitpid $pid, 0;
        return (undef, $problem);
    }
    # One that cannot be watched would never be told to have ended; the others have to go on.
    my $life = pidfd($pid) // do {
        my $problem = problem('pidfd_open', $way{argv}[0]);
        kill 'KILL', -$pid;
        waitpid $pid, 0;
        return (undef, $problem);
    };
    return ($pid, $life);
}

# A pipe to read a text from that nobody has to write any more. Nobody reads it yet, so it must not be waited for.
sub filled_pipe {
    my ($text) = @_;
    pipe(my $out, my $in) or return;
    fcntl $in, F_SETFL, O_NONBLOCK or return;
    return (syswrite($in, $text) // -1) == length $text ? $out : undef;
}

# In the new process: never returns.
sub become {
    my %way = @_;
    local $SIG{__DIE__} = sub { syswrite $way{failure}, $_[0]; kill 'KILL', $$ };
    my @argv = @{ $way{argv} };
    setpgrp 0, 0;
    die_with($way{parent}, $1) if $way{confinement} =~ /^dies (\d+)$/m;
    confine(split / /, $_, 2) for split /\n/, $way{confinement};
    open STDIN, '<&', $way{in} // do { open my $null, '<', '/dev/null'; $null } or die problem('dup', 'stdin');
    open STDOUT, '>&', $way{out} or die problem('dup', 'stdout');
    open STDERR, '>&', $way{err} or die problem('dup', 'stderr');
    if ($way{info}) {
        fcntl $way{info}, F_SETFD, 0 or die problem('fcntl', 'info');
        splice @argv, 1, 0, $way{info_option}, fileno $way{info};
    }
    if ($way{hidden}) {
        fcntl $way{hidden}, F_SETFD, 0 or die problem('fcntl', 'hidden');
        splice @argv, 1, 0, $way{hidden_option}, fileno $way{hidden};
    }
    if ($way{hands_over}) { fcntl $way{channel}, F_SETFD, 0 or die problem('fcntl', 'channel') }
    if ($way{given_option} ne '') {
        open $way{given}, '<', $way{given_path} or die problem('open', $way{given_path});
        fcntl $way{given}, F_SETFD, 0 or die problem('fcntl', 'given');
        splice @argv, 1, 0, $way{given_option}, fileno $way{given};
    }
    chdir $way{cwd} or die problem('chdir', $way{cwd});
    %ENV = map { split /=/, $_, 2 } @{ $way{env} };
    exec { $argv[0] } @argv or die problem('spawn', $argv[0]);
}

# Whatever it becomes says so itself, but only later: who is killed until then would leave it behind. The call is prctl(PR_SET_PDEATHSIG, SIGKILL).
sub die_with {
    my ($parent, $call) = @_;
    syscall(0 + $call, 1, 9, 0, 0, 0) == 0 or die problem('prctl', '');
    kill 'KILL', $$ if getppid != $parent;
}

# A new process that is in the group from the start: to move it there takes the kernel 14 ms. Undefined: it cannot be made there.
sub born_in {
    my ($folder) = @_;
    sysopen my $group, $folder, O_RDONLY | O_DIRECTORY or return;
    my $request = pack 'Q11', CLONE_INTO_CGROUP, (0) x 3, SIGCHLD, (0) x 5, fileno $group;
    my $pid = syscall CLONE3, $request, length $request;
    return $pid < 0 ? undef : $pid;
}

# In the new process: it never runs with less than it was meant to have.
sub confine {
    my ($verb, $rest) = @_;
    if ($verb eq 'write') {
        my ($value, $path) = split / /, $rest, 2;
        open my $file, '>', $path or die problem('open', $path);
        syswrite $file, $value or die problem('write', $path);
    }
    elsif ($verb eq 'rlimit') {
        my ($call, $resource, $soft, $hard) = map { 0 + $_ } split / /, $rest;
        my $pair = pack 'Q2', $soft, $hard;
        syscall($call, 0, $resource, $pair, 0) == 0 or die problem('prlimit', $resource);
    }
    elsif ($verb eq 'birth') {
        confine('write', "0 $rest/cgroup.procs") if !is_in($rest);
    }
}

sub is_in {
    my ($folder) = @_;
    open my $file, '<', '/proc/self/cgroup' or return 0;
    my ($path) = map { /^0::(.+)$/ ? $1 : () } <$file>;
    return defined $path && substr($folder, -length $path) eq $path;
}

# Readable once the process has ended. No signal is waited for: one that comes just before a wait would be missed.
sub pidfd {
    my ($pid) = @_;
    my $fd = syscall PIDFD_OPEN, 0 + $pid, 0;
    return if $fd < 0;
    open my $handle, '<&=', $fd or return;
    return $handle;
}

# The time of its start, in clock ticks since boot; with the pid it names a process for good.
sub since {
    my ($pid) = @_;
    open my $file, '<', "/proc/$pid/stat" or return '-';
    my $stat = <$file>;
    return (split / /, substr $stat, rindex($stat, ')') + 2)[19];
}

# A file that is there whole or not at all.
sub place {
    my ($path, $text) = @_;
    open my $file, '>', "$path.new" or return;
    syswrite $file, $text;
    close $file;
    rename "$path.new", $path;
}

# As Node says it.
sub problem {
    my ($call, $what) = @_;
    my ($name) = grep { $!{$_} } keys %!;
    return "$call $what $name\n";
}

1;
