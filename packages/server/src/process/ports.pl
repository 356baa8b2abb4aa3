# Leads connections from the loopback of this machine to the ports of one service, which has a network of its own. It listens out here, enters
# that network, and connects there to whoever comes. It is started by the nursery, outlives the server as that does, and ends with the service.
# With the word "out" in front of the ports it also listens in there, where the gate to other hosts is expected, and leads to the socket in the
# folder, at which the server decides. While no server runs there it says so.
#
# ports.json in the folder of the service tells where each port is, and whether the last connection to it reached the service; it is touched
# while somebody is connected. Arguments: the number of setns on this processor, the pid of the sandbox's keeper, the folder, the ports.
use strict;
use warnings;
use Errno qw(EAGAIN EINPROGRESS EINTR);
use IO::Handle ();
use Socket qw(:DEFAULT AF_INET6 AF_UNIX pack_sockaddr_un inet_pton pack_sockaddr_in6 SOL_SOCKET SO_ERROR SO_LINGER SO_REUSEADDR SOMAXCONN);
use lib $0 =~ s{[^/]*$}{}r;
use newborn;

use constant { CLONE_NEWUSER => 0x10000000, CLONE_NEWNET => 0x40000000, NS_GET_USERNS => 0xb701 };
# Connections at once, two descriptors each. Those that come then wait for a place.
use constant MOST => 400;
# Where it listens out here. Browsers send their cookies to every port of a host, and one of them is the session of our web page: services are
# not where that is. All of 127.0.0.0/8 is the loopback.
use constant HOST => '127.0.0.2';
# Ports below belong to the machine.
use constant FIRST_OWN => 1024;
# How many numbers are tried where the wished one is taken.
use constant TRIES => 20;
# Where programs inside find the gate, and the socket that it leads to.
use constant { GATE => 3128, WAY_OUT => 'gate' };
# For one who was told that there is no way to leave, in seconds.
use constant LEAVE => 5;
# How often it is told that somebody is connected, in seconds.
use constant TELL => 1;

$SIG{PIPE} = 'IGNORE';
my ($setns, $keeper, $folder, @ports) = @ARGV;
my $is_led_out = @ports && $ports[0] eq 'out' && shift @ports;
# The path of a socket may have a hundred characters, that of a folder more.
chdir $folder or die "chdir: $!";
my %before = ports_before();
my @gates = map { open_gate($_, $before{$_} // $_) } @ports;
my ($init, $life) = first_inside();
enter($init);
push @gates, open_way_out() if $is_led_out;
tell_ports();

my @pairs;
my $told = 0;
while (1) {
    my ($readable, $writable) = ('', '');
    watch(\$readable, $life);
    if (@pairs < MOST) { watch(\$readable, $_->{socket}) for @gates }
    want($_, \$readable, \$writable) for @pairs;
    my $found = select $readable, $writable, undef, @pairs ? TELL : undef;
    next if $found < 0 && $! == EINTR;
    die "select: $!" if $found < 0;
    exit 0 if is_set($readable, $life);
    serve($_, $readable, $writable) for @pairs;
    @pairs = grep { !$_->{is_over} } @pairs;
    for my $gate (grep { is_set($readable, $_->{socket}) } @gates) { admit($gate) }
    touch() if grep { $_->{is_connected} && !$_->{ended}[0] && !$_->{gate}{is_way_out} } @pairs;
}

# Where each port was when another one led there, which died: clients know it.
sub ports_before {
    return (text_of("$folder/ports.json") // '') =~ /"port":(\d+),"host_port":(\d+)/g;
}

# The wished number where it is free, else another, and at last any.
sub open_gate {
    my ($port, $wish) = @_;
    for my $place (($wish >= FIRST_OWN ? $wish : ()), lasting_places(), 0) {
        my $socket = listening_at($place) // next;
        return { port => $port, host_port => (unpack_sockaddr_in(getsockname $socket))[0], socket => $socket, reached => 0 };
    }
    die "listen: $!";
}

# Numbers that the kernel gives to no connection by itself: whoever leads there next can have them again.
sub lasting_places {
    my ($least, $most) = (text_of('/proc/sys/net/ipv4/ip_local_port_range') // '') =~ /(\d+)/g;
    my ($from, $to) = !$most ? (1, 0) : $most < 65_000 ? ($most + 1, 65_535) : (20_000, $least - 1);
    return $from < $to ? map { $from + int rand $to - $from + 1 } 1 .. TRIES : ();
}

# One that was bound and cannot listen stays bound, so each has a socket of its own.
sub listening_at {
    my ($place) = @_;
    socket my $socket, AF_INET, SOCK_STREAM, 0 or die "socket: $!";
    setsockopt $socket, SOL_SOCKET, SO_REUSEADDR, 1 if $place;
    bind($socket, pack_sockaddr_in($place, inet_aton(HOST))) && listen($socket, SOMAXCONN) or return undef;
    $socket->blocking(0);
    return $socket;
}

# Inside: nothing of the command runs before this listens.
sub open_way_out {
    socket my $socket, AF_INET, SOCK_STREAM, 0 or die "socket: $!";
    setsockopt $socket, SOL_SOCKET, SO_REUSEADDR, 1;
    bind $socket, pack_sockaddr_in(GATE, INADDR_LOOPBACK) or die "bind inside: $!";
    listen $socket, SOMAXCONN or die "listen inside: $!";
    $socket->blocking(0);
    return { is_way_out => 1, socket => $socket };
}

# The first process in the sandbox, and its life: what its keeper tells, once it is sure that it is no other process of that number.
sub first_inside {
    my ($pid);
    while (!$pid) {
        # Nobody has waited for the keeper before the nursery ends this process.
        exit 0 if !-e "/proc/$keeper/ns" || state_of($keeper) =~ /^State:\s+[ZX]/m;
        ($pid) = (text_of("$folder/keeper.json") // '') =~ /"child-pid": (\d+)/ or select undef, undef, undef, 0.005;
    }
    my $handle = pidfd($pid) or exit 0;
    exit 0 if state_of($pid) !~ /^PPid:\s+$keeper$/m || state_of($pid) !~ /^NSpid:\s+.*\b1$/m;
    return ($pid, $handle);
}

# First the user namespace that the network belongs to, where that is another than ours: as an ordinary user it is what lets us in, and it lets in
# nobody but the user who made it.
sub enter {
    my ($pid) = @_;
    open my $net, '<', "/proc/$pid/ns/net" or die "net: $!";
    my $dead = '';
    watch(\$dead, $life);
    exit 0 if select $dead, undef, undef, 0;
    my $owner = ioctl($net, NS_GET_USERNS, 0) or die "owner of net: $!";
    open my $users, '<&=', $owner or die "users: $!";
    if ((stat $users)[1] != (stat '/proc/self/ns/user')[1]) { join_namespace($users, CLONE_NEWUSER) }
    join_namespace($net, CLONE_NEWNET);
}

sub join_namespace {
    my ($handle, $kind) = @_;
    syscall(0 + $setns, fileno $handle, $kind) == 0 or die "setns: $!";
}

# Whoever comes, and his way in. The service may listen on either loopback.
sub admit {
    my ($gate) = @_;
    accept my $client, $gate->{socket} or return;
    $client->blocking(0);
    my $port = $gate->{port};
    my @places = $gate->{is_way_out} ? ([AF_UNIX, pack_sockaddr_un(WAY_OUT)]) : ([AF_INET, pack_sockaddr_in($port, INADDR_LOOPBACK)], [AF_INET6, pack_sockaddr_in6($port, inet_pton(AF_INET6, '::1'))]);
    my $pair = { gate => $gate, sides => [$client], places => \@places, pending => ['', ''], ended => [0, 0], is_connected => 0, is_over => 0 };
    push @pairs, $pair;
    try_next($pair);
}

sub try_next {
    my ($pair) = @_;
    while (my $place = shift @{ $pair->{places} }) {
        socket my $socket, $place->[0], SOCK_STREAM, 0 or next;
        $socket->blocking(0);
        $pair->{sides}[1] = $socket;
        return connected($pair) if connect $socket, $place->[1];
        return if $! == EINPROGRESS;
    }
    return send_away($pair) if $pair->{gate}{is_way_out};
    note($pair->{gate}, 0);
    # As if nobody listened: the client is told by a reset.
    setsockopt $pair->{sides}[0], SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0;
    $pair->{is_over} = 1;
}

# In words that a client of a proxy understands. Who is not read to his end would lose them.
sub send_away {
    my ($pair) = @_;
    my $words = "the way to the network is closed: the server is not running; try again later\n";
    my $head = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nConnection: close\r\n";
    syswrite $pair->{sides}[0], $head . 'Content-Length: ' . length($words) . "\r\n\r\n$words";
    shutdown $pair->{sides}[0], 1;
    $pair->{leaves_by} = time + LEAVE;
}

sub connected {
    my ($pair) = @_;
    $pair->{is_connected} = 1;
    return if $pair->{gate}{is_way_out};
    note($pair->{gate}, 1);
    touch();
}

# Of each side no more is read than the other has taken.
sub want {
    my ($pair, $readable, $writable) = @_;
    return watch($readable, $pair->{sides}[0]) if $pair->{leaves_by};
    return watch($writable, $pair->{sides}[1]) if !$pair->{is_connected};
    for my $side (0, 1) {
        watch($writable, $pair->{sides}[$side]) if $pair->{pending}[$side] ne '';
        watch($readable, $pair->{sides}[$side]) if !$pair->{ended}[$side] && $pair->{pending}[1 - $side] eq '';
    }
}

sub serve {
    my ($pair, $readable, $writable) = @_;
    if ($pair->{leaves_by}) {
        my $is_gone = is_set($readable, $pair->{sides}[0]) && !sysread $pair->{sides}[0], my $unheard, CHUNK;
        $pair->{is_over} = $is_gone || time > $pair->{leaves_by};
        return;
    }
    if (!$pair->{is_connected}) {
        return if !is_set($writable, $pair->{sides}[1]);
        my $problem = unpack 'i', getsockopt $pair->{sides}[1], SOL_SOCKET, SO_ERROR;
        return $problem ? try_next($pair) : connected($pair);
    }
    for my $side (0, 1) {
        hand_over($pair, $side) if is_set($writable, $pair->{sides}[$side]);
        take($pair, $side) if is_set($readable, $pair->{sides}[$side]);
    }
    $pair->{is_over} = 1 if $pair->{ended}[0] && $pair->{ended}[1];
}

sub take {
    my ($pair, $side) = @_;
    my $read = sysread $pair->{sides}[$side], my $bytes, CHUNK;
    return failed($pair) if !defined $read;
    if ($read) {
        $pair->{pending}[1 - $side] = $bytes;
        return hand_over($pair, 1 - $side);
    }
    $pair->{ended}[$side] = 1;
    shutdown $pair->{sides}[1 - $side], 1;
}

sub hand_over {
    my ($pair, $side) = @_;
    my $written = syswrite $pair->{sides}[$side], $pair->{pending}[$side];
    return failed($pair) if !defined $written;
    substr($pair->{pending}[$side], 0, $written) = '';
}

sub failed {
    my ($pair) = @_;
    $pair->{is_over} = 1 if $! != EAGAIN && $! != EINTR;
}

sub note {
    my ($gate, $reached) = @_;
    return if $gate->{reached} == $reached;
    $gate->{reached} = $reached;
    tell_ports();
}

sub tell_ports {
    my @told = map { sprintf '{"port":%d,"host_port":%d,"host":"%s","reached":%s}', $_->{port}, $_->{host_port}, HOST, $_->{reached} ? 'true' : 'false' } grep { !$_->{is_way_out} } @gates;
    place("$folder/ports.json", '[' . join(',', @told) . "]\n");
}

sub touch {
    return if time - $told < TELL;
    $told = time;
    utime undef, undef, "$folder/ports.json";
}

sub state_of { my ($pid) = @_; return text_of("/proc/$pid/status") // '' }

sub text_of {
    my ($path) = @_;
    open my $file, '<', $path or return;
    local $/;
    return <$file>;
}
