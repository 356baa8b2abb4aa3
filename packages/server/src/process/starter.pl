# Starts the children of the server. A fork copies the page tables of whoever forks: from this small process it takes a fraction of
# a millisecond, from the server several, in which it serves nobody.
#
# Requests come on stdin, each a list of texts with their lengths in front. What happens is told on stdout, a line each:
#   ready                            once, at the start
#   started ID PID SINCE OUT ERR     it runs; OUT and ERR are descriptors of this process to read its output from
#   failed ID PROBLEM                it could not be started
#   keeper ID TEXT                   all that it wrote to the descriptor of its info option
#   ended ID STATUS                  as wait() tells it
# When stdin ends, the server is gone, and so is everything that dies with its parent.
use strict;
use warnings;
no warnings 'exec';
use Errno ();
use Fcntl qw(F_SETFD F_SETFL O_NONBLOCK);

# Since Linux 5.3, the same number on every processor that Node runs on.
use constant PIDFD_OPEN => 434;
use constant CHUNK => 65536;

my %children;
my %handlers = (start => \&start, opened => \&opened);

tell_server(defined pidfd($$) ? 'ready' : exit 1);
my $unread = '';
while (1) {
    my ($readable, $writable) = wait_for_something();
    take_requests() if vec($readable, fileno(STDIN), 1);
    for my $id (keys %children) {
        my $child = $children{$id};
        hear_keeper($id, $child) if is_set($readable, $child->{keeper});
        give_input($child) if is_set($writable, $child->{input});
        reap($id, $child) if is_set($readable, $child->{life});
    }
}

sub wait_for_something {
    my ($readable, $writable) = ('', '');
    vec($readable, fileno(STDIN), 1) = 1;
    for my $child (values %children) {
        watch(\$readable, $child->{keeper});
        watch(\$readable, $child->{life});
        watch(\$writable, $child->{input});
    }
    select($readable, $writable, undef, undef) >= 0 or die "select: $!";
    return ($readable, $writable);
}

sub watch { my ($set, $handle) = @_; vec($$set, fileno($handle), 1) = 1 if $handle }

sub is_set { my ($set, $handle) = @_; return $handle && vec($set, fileno($handle), 1) }

sub take_requests {
    sysread(STDIN, $unread, CHUNK, length $unread) or exit 0;
    while (length $unread >= 4) {
        my $length = unpack 'N', $unread;
        last if length $unread < 4 + $length;
        my ($verb, @texts) = unpack '(N/a*)*', substr $unread, 4, $length;
        substr($unread, 0, 4 + $length) = '';
        $handlers{$verb}->(@texts);
    }
}

sub start {
    my ($id, $cwd, $given_option, $given_path, $info_option, $has_input, $input, $count, @texts) = @_;
    my @argv = splice @texts, 0, $count;
    my %way = (cwd => $cwd, given_option => $given_option, given_path => $given_path, info_option => $info_option, argv => \@argv, env => \@texts);
    # From here on every pipe is closed in a child that becomes another program, but for those that it is given.
    pipe(my $out, $way{out}) && pipe(my $err, $way{err}) && pipe(my $failure, $way{failure}) or return failed($id, problem('pipe', ''));
    my ($keeper, $given);
    if ($info_option ne '') { pipe($keeper, $way{info}) or return failed($id, problem('pipe', '')) }
    if ($has_input) { pipe($way{in}, $given) or return failed($id, problem('pipe', '')) }

    my $pid = fork;
    return failed($id, problem('fork', '')) if !defined $pid;
    become(%way) if $pid == 0;

    delete @way{qw(out err failure info in)};
    # Ends with the exec, or says why there was none.
    if (sysread $failure, my $problem, CHUNK) {
        waitpid $pid, 0;
        return failed($id, $problem);
    }
    # One that cannot be watched would never be told to have ended; the others have to go on.
    my $life = pidfd($pid) // do {
        my $problem = problem('pidfd_open', $argv[0]);
        kill 'KILL', -$pid;
        waitpid $pid, 0;
        return failed($id, $problem);
    };
    fcntl $given, F_SETFL, O_NONBLOCK if $given;
    $children{$id} = { pid => $pid, life => $life, keeper => $keeper, said => '', input => $given, text => $input, pipes => [$out, $err] };
    tell_server(join ' ', 'started', $id, $pid, since($pid), fileno $out, fileno $err);
}

# In the new process: never returns.
sub become {
    my %way = @_;
    local $SIG{__DIE__} = sub { syswrite $way{failure}, $_[0]; kill 'KILL', $$ };
    my @argv = @{ $way{argv} };
    setpgrp 0, 0;
    open STDIN, '<&', $way{in} // do { open my $null, '<', '/dev/null'; $null } or die problem('dup', 'stdin');
    open STDOUT, '>&', $way{out} or die problem('dup', 'stdout');
    open STDERR, '>&', $way{err} or die problem('dup', 'stderr');
    if ($way{info}) {
        fcntl $way{info}, F_SETFD, 0 or die problem('fcntl', 'info');
        splice @argv, 1, 0, $way{info_option}, fileno $way{info};
    }
    if ($way{given_option} ne '') {
        open $way{given}, '<', $way{given_path} or die problem('open', $way{given_path});
        fcntl $way{given}, F_SETFD, 0 or die problem('fcntl', 'given');
        splice @argv, 1, 0, $way{given_option}, fileno $way{given};
    }
    chdir $way{cwd} or die problem('chdir', $way{cwd});
    %ENV = map { split /=/, $_, 2 } @{ $way{env} };
    exec { $argv[0] } @argv or die problem('spawn', $argv[0]);
}

# The server has opened both outputs for itself.
sub opened {
    my ($id) = @_;
    $children{$id}{pipes} = [] if $children{$id};
    forget($id);
}

sub hear_keeper {
    my ($id, $child) = @_;
    return if sysread $child->{keeper}, $child->{said}, CHUNK, length $child->{said};
    $child->{keeper} = undef;
    tell_server("keeper $id " . join ' ', split ' ', $child->{said});
    forget($id);
}

# Whoever does not read its input has no use for it.
sub give_input {
    my ($child) = @_;
    local $SIG{PIPE} = 'IGNORE';
    my $written = syswrite $child->{input}, $child->{text}, CHUNK;
    return if !defined $written && $!{EAGAIN};
    substr($child->{text}, 0, $written) = '' if defined $written;
    $child->{input} = undef if !defined $written || $child->{text} eq '';
}

sub reap {
    my ($id, $child) = @_;
    waitpid $child->{pid}, 0;
    tell_server("ended $id $?");
    @$child{qw(life input)} = (undef, undef);
    forget($id);
}

# It has ended, and nobody waits for anything of it.
sub forget {
    my ($id) = @_;
    my $child = $children{$id} or return;
    delete $children{$id} if !$child->{life} && !$child->{keeper} && !@{ $child->{pipes} };
}

# Readable once the process has ended. No signal is waited for: one that comes just before a wait would be missed.
sub pidfd {
    my ($pid) = @_;
    my $fd = syscall PIDFD_OPEN, $pid, 0;
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

sub failed {
    my ($id, $problem) = @_;
    tell_server("failed $id " . join ' ', split ' ', $problem);
}

# As Node says it.
sub problem {
    my ($call, $what) = @_;
    my ($name) = grep { $!{$_} } keys %!;
    return "$call $what $name\n";
}

sub tell_server {
    my ($text) = @_;
    my $line = "$text\n";
    while ($line ne '') {
        my $written = syswrite STDOUT, $line or exit 0;
        substr($line, 0, $written) = '';
    }
}
