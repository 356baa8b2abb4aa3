# Keeps commands that outlive the server: their processes, their output in files, and how they ended. It is started by a server in a
# folder of its own, listens there on a socket, and goes on when that server is gone; the next one finds it there.
#
# Requests come on a connection, each a list of texts with their lengths in front. What happens is told to all connections, a line each:
#   ready VERSION          to a new one
#   started ID PID SINCE   it runs, and process.json says so
#   failed ID PROBLEM      it could not be started
#   known ID               it was asked for before; its files tell what became of it
#   ended ID               it has ended with all that it started, and exit.json says how
#   ending ID              it was asked to end
#   unkept ID              it cannot be asked to end: it is not kept here
#   unsupported VERB       the request is none that is known, and nothing is done
# Whoever changes a request or an answer gives the protocol another number, here and in nursery.ts. It is part of the socket's name: a server
# of another version does not find this process, and leaves it to see its children to their ends.
# A child is ended by its own time, by too much output, by nobody using it, or by a request. Its ports are led to by ports.pl. With this process everything dies that dies with its parent.
use strict;
use warnings;
use Fcntl qw(O_APPEND O_CREAT O_EXCL O_WRONLY);
use Socket qw(AF_UNIX SOCK_STREAM SOMAXCONN pack_sockaddr_un);
use lib $0 =~ s{[^/]*$}{}r;
use newborn;

# How often it is looked at what has no descriptor to wait for, in seconds.
use constant LOOK => 0.25;
use constant PROTOCOL => 2;
use constant SOCKET => 'socket.' . PROTOCOL;
# How often a forwarder that died is started again, of one child.
use constant RESTARTS => 5;
# For how a child ended.
use constant ROOM => 255;
# What a file system may reserve for a log by itself, beside as much again as was written, in bytes.
use constant SPARE => 16 << 20;

$SIG{PIPE} = 'IGNORE';
my %children;
my %connections;
my %handlers = (start => \&start, end => \&end);

chdir shift @ARGV or die "chdir: $!";
my $listener = listen_here();
print STDOUT defined pidfd($$) ? "ready\n" : exit 1;
open STDOUT, '>', '/dev/null' or die "stdout: $!";

my $is_needed = 1;
while ($is_needed) {
    my $readable = wait_for_something();
    accept_server() if is_set($readable, $listener);
    hear($_) for grep { is_set($readable, $_->{socket}) } values %connections;
    for my $id (keys %children) {
        my $child = $children{$id};
        reap($id, $child) if is_set($readable, $child->{life});
        settle($id, $child) if $child->{init} && is_set($readable, $child->{init});
        forward_again($child) if is_set($readable, $child->{forwarder_life});
        look_after($child) if $children{$id};
    }
    # Whoever wants to start something starts it again.
    $is_needed = %children || %connections;
}
# The socket stays: nobody answers there, and by now it may be that of the next one.

sub listen_here {
    unlink SOCKET;
    socket(my $socket, AF_UNIX, SOCK_STREAM, 0) or die "socket: $!";
    # Only for the socket: those whom it keeps have the umask that it was started with.
    my $usual = umask 0077;
    bind $socket, pack_sockaddr_un(SOCKET) or die "bind: $!";
    umask $usual;
    listen $socket, SOMAXCONN or die "listen: $!";
    return $socket;
}

sub wait_for_something {
    my $readable = '';
    watch(\$readable, $listener);
    watch(\$readable, $_->{socket}) for values %connections;
    for my $child (values %children) {
        watch(\$readable, $child->{life});
        watch(\$readable, $child->{init});
        watch(\$readable, $child->{forwarder_life});
    }
    # The first server has not come yet, or somebody has to be looked at.
    my $found = select $readable, undef, undef, %children ? LOOK : %connections ? undef : 60;
    die "select: $!" if $found < 0;
    return $readable;
}

sub accept_server {
    accept my $socket, $listener or return;
    $connections{ fileno $socket } = { socket => $socket, unread => '' };
    tell_server($connections{ fileno $socket }, 'ready ' . PROTOCOL);
}

sub hear {
    my ($connection) = @_;
    my $read = sysread $connection->{socket}, $connection->{unread}, CHUNK, length $connection->{unread};
    return delete $connections{ fileno $connection->{socket} } if !$read;
    for (frames_in(\$connection->{unread})) {
        my ($verb, @texts) = map { $_ // '' } @$_;
        my $handler = $handlers{ $verb // '' };
        # Whatever is wrong with a request, the others are kept on.
        if (!$handler) { tell_server($connection, 'unsupported ' . ($verb // '')) }
        else { eval { $handler->(@texts); 1 } or warn "$verb: $@" }
    }
}

sub start {
    my ($id, $folder, $seconds, $grace, $most, $idle, $ports, $cwd, $given_option, $given_path, $hidden_option, $words, $info_option, $confinement, $count, @texts) = @_;
    die "incomplete\n" if !$count || @texts < $count;
    my @argv = splice @texts, 0, $count;
    my %way = (cwd => $cwd, given_option => $given_option, given_path => $given_path, hidden_option => $hidden_option, words => $words, info_option => $info_option, confinement => $confinement, argv => \@argv, env => \@texts);
    # Whoever asks again, not knowing whether it was heard, must not start it twice: not even after this process was killed in between.
    if (!sysopen my $begun, "$folder/begun", O_WRONLY | O_CREAT | O_EXCL, 0600) {
        my $problem = problem('open', "$folder/begun");
        return $problem =~ /EEXIST/ ? tell_all("known $id") : failed($id, $problem);
    }
    my %logs = (out => "$folder/stdout.log", err => "$folder/stderr.log");
    for (keys %logs) { sysopen $way{$_}, $logs{$_}, O_WRONLY | O_APPEND | O_CREAT, 0600 or return failed($id, problem('open', $logs{$_})) }
    if ($info_option ne '') { sysopen $way{info}, "$folder/keeper.json", O_WRONLY | O_CREAT | O_EXCL, 0600 or return failed($id, problem('open', 'keeper.json')) }

    # On a full disk it is not started, rather than ended with nobody told.
    set_aside("$folder/exit.json.new") or return failed($id, problem('write', 'exit.json'));
    my @outputs = @way{qw(out err)};
    my ($pid, $life) = begin(%way);
    return failed($id, $life) if !defined $pid;
    my $since = since($pid);
    $children{$id} = { folder => $folder, pid => $pid, life => $life, outputs => \@outputs, until => now() + $seconds, grace => $grace, most => $most, idle => $idle, since => time, why => '' };
    if ($ports ne '') {
        $children{$id}{ports} = $ports;
        forward($children{$id});
    }
    place("$folder/process.json", qq({"pid":$pid,"start_time":"$since"}\n));
    tell_all("started $id $pid $since");
}

# Somebody wants it to end; the first reason counts.
sub end {
    my ($id, $why) = @_;
    return tell_all("unkept $id") if !$children{$id};
    stop($children{$id}, $why);
    tell_all("ending $id");
}

# Asks it to end, so that it can put its things in order.
sub stop {
    my ($child, $why) = @_;
    return if $child->{why} ne '' || !$child->{life};
    $child->{why} = $why;
    $child->{until} = now() + $child->{grace};
    my @inside = inside($child);
    kill 'TERM', @inside ? @inside : -$child->{pid};
}

# Ends it at once: whoever is asked could write on until its grace is over.
sub cut {
    my ($child, $why) = @_;
    $child->{why} = $why;
    # Again at each look, should somebody be left.
    $child->{until} = now();
    kill_all($child);
}

sub look_after {
    my ($child) = @_;
    return if !$child->{life};
    keep_readable($child);
    my $is_over = now() >= $child->{until};
    if ($child->{why} ne '') { kill_all($child) if $is_over }
    elsif ($is_over) { stop($child, 'timed_out') }
    elsif ($child->{most} && written($child) > $child->{most}) { cut($child, 'too_much_output') }
    elsif ($child->{idle} && time - last_used($child) > $child->{idle}) { stop($child, 'idle') }
}

# A server that is not root has the same user as those inside, who can take from their logs the rights to read them.
sub keep_readable {
    my ($child) = @_;
    for my $log (@{ $child->{outputs} }) { chmod 0600, $log if ((stat $log)[2] & 0600) != 0600 }
}

# Room that it only reserved in its logs counts too: nobody else would see it there.
sub written {
    my ($child) = @_;
    my $sum = 0;
    for my $log (@{ $child->{outputs} }) {
        my ($size, $blocks) = (stat $log)[7, 12];
        my $reserved = $blocks * 512 - 2 * $size - SPARE;
        $sum += $size + ($reserved > 0 ? $reserved : 0);
    }
    return $sum;
}

# When it last printed something, or somebody was connected to one of its ports.
sub last_used {
    my ($child) = @_;
    my ($last) = sort { $b <=> $a } $child->{since}, map { (stat $_)[9] // 0 } @{ $child->{outputs} }, "$child->{folder}/ports.json";
    return $last;
}

# A process that leads connections to its ports; the first word of those is for that.
sub forward {
    my ($child) = @_;
    my ($setns, @ports) = split / /, $child->{ports};
    my $pid = fork // return;
    exec { $^X } $^X, $0 =~ s{[^/]*$}{ports.pl}r, $setns, $child->{pid}, $child->{folder}, @ports or kill 'KILL', $$ if !$pid;
    $child->{forwarder} = $pid;
    $child->{forwarder_life} = pidfd($pid);
}

# It has ended: by itself with the one it leads to, else before its time. What it told last is no longer so.
sub forward_again {
    my ($child) = @_;
    waitpid delete $child->{forwarder}, 0;
    delete $child->{forwarder_life};
    return if $? == 0 || !$child->{life};
    disconnect("$child->{folder}/ports.json");
    forward($child) if $child->{restarts}++ < RESTARTS;
}

# Nobody is led there any more.
sub disconnect {
    my ($path) = @_;
    open my $file, '<', $path or return;
    my $told = do { local $/; <$file> } // '';
    place($path, $told =~ s/"reached":true/"reached":false/gr);
}

# The keeper is spared by a polite end, since those inside would die with it, unasked.
sub kill_all {
    my ($child) = @_;
    kill 'KILL', -$child->{pid};
    my $init = first_inside($child);
    kill 'KILL', $init if $init;
}

# It has ended; with it the kernel ends those inside, whom nobody may call ended before they are.
sub reap {
    my ($id, $child) = @_;
    # Whoever is left of its group has no use for it; as long as nobody has waited for it, the number is its own.
    kill 'KILL', -$child->{pid};
    waitpid $child->{pid}, 0;
    $child->{status} = $?;
    $child->{life} = undef;
    my $init = first_inside($child);
    if ($init) {
        kill 'KILL', $init;
        $child->{init} = pidfd($init);
    }
    settle($id, $child) if !$child->{init};
}

sub settle {
    my ($id, $child) = @_;
    if ($child->{forwarder}) {
        kill 'KILL', $child->{forwarder};
        waitpid $child->{forwarder}, 0;
    }
    keep_readable($child);
    # What it reserved behind the end of its logs is given back.
    for my $log (@{ $child->{outputs} }) { truncate $log, (stat $log)[7] }
    place_over("$child->{folder}/exit.json", qq({"status":$child->{status},"why":"$child->{why}"}));
    delete $children{$id};
    tell_all("ended $id");
}

# The first process of its namespace, as its keeper told; undefined: it has none, or no more.
sub first_inside {
    my ($child) = @_;
    open my $file, '<', "$child->{folder}/keeper.json" or return;
    my $told = do { local $/; <$file> } // '';
    my ($pid) = $told =~ /"child-pid": (\d+)/ or return;
    # Its number may be somebody else's by now: only those in a namespace of their own have two.
    open my $status, '<', "/proc/$pid/status" or return;
    my $text = do { local $/; <$status> } // '';
    return if $text =~ /^State:\s+[ZX]/m;
    return $text =~ /^NSpid:\s+\d+\s+1$/m ? $pid : undef;
}

sub inside {
    my ($child) = @_;
    my $init = first_inside($child) or return;
    my @found = children_of($init);
    for (my $next = 0; $next < @found && @found < 10_000; $next++) { push @found, children_of($found[$next]) }
    return @found;
}

sub children_of {
    my ($pid) = @_;
    return map { open my $file, '<', $_ or return (); split ' ', <$file> // '' } glob "/proc/$pid/task/*/children";
}

# Takes the room for a text that is not known yet. Blanks behind JSON are nothing.
sub set_aside {
    my ($path) = @_;
    open my $file, '>', $path or return;
    return (syswrite($file, ' ' x ROOM . "\n") // 0) == ROOM + 1 && close $file;
}

# Into the room that was set aside: a disk that got full meanwhile does not matter.
sub place_over {
    my ($path, $text) = @_;
    open my $file, '+<', "$path.new" or return place($path, "$text\n");
    syswrite $file, $text;
    close $file;
    rename "$path.new", $path;
}

# In seconds. It does not stand still while the machine sleeps: a time that was given is one of the day.
sub now {
    open my $file, '<', '/proc/uptime' or die "uptime: $!";
    return (split ' ', <$file>)[0];
}

sub failed {
    my ($id, $problem) = @_;
    tell_all("failed $id " . join ' ', split ' ', $problem);
}

sub tell_all { my ($text) = @_; tell_server($_, $text) for values %connections }

# A server that is gone is noticed by its end of the connection.
sub tell_server {
    my ($connection, $text) = @_;
    my $line = "$text\n";
    while ($line ne '') {
        my $written = syswrite $connection->{socket}, $line or return;
        substr($line, 0, $written) = '';
    }
}
