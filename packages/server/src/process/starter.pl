# Starts the children of the server. A fork copies the page tables of whoever forks: from this small process it takes a fraction of
# a millisecond, from the server several, in which it serves nobody.
#
# Requests come on stdin, each a list of texts with their lengths in front. What happens is told on stdout, a line each:
#   ready                            once, at the start
#   started ID PID SINCE OUT ERR     it runs; OUT and ERR are descriptors of this process to read its output from
#   failed ID PROBLEM                it could not be started
#   keeper ID TEXT                   all that it wrote to the descriptor of its info option
#   ended ID STATUS                  as wait() tells it
# Descriptor 3 is a channel of Node's, on which children hand over their listeners to the server; what the server answers is not needed.
# When stdin ends, the server is gone, and so is everything that dies with its parent.
use strict;
use warnings;
use Fcntl qw(F_SETFD F_SETFL FD_CLOEXEC O_NONBLOCK);
use lib $0 =~ s{[^/]*$}{}r;
use newborn;

open my $channel, '+<&=', 3 or die "channel: $!";
fcntl $channel, F_SETFD, FD_CLOEXEC or die "channel: $!";

my %children;
my %handlers = (start => \&start, opened => \&opened);

tell_server(defined pidfd($$) ? 'ready' : exit 1);
my $unread = '';
while (1) {
    my ($readable, $writable) = wait_for_something();
    take_requests() if vec($readable, fileno(STDIN), 1);
    drop_answers() if is_set($readable, $channel);
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
    watch(\$readable, $channel);
    for my $child (values %children) {
        watch(\$readable, $child->{keeper});
        watch(\$readable, $child->{life});
        watch(\$writable, $child->{input});
    }
    select($readable, $writable, undef, undef) >= 0 or die "select: $!";
    return ($readable, $writable);
}

sub take_requests {
    sysread(STDIN, $unread, CHUNK, length $unread) or exit 0;
    for (frames_in(\$unread)) {
        my ($verb, @texts) = @$_;
        $handlers{$verb}->(@texts);
    }
}

sub drop_answers { sysread $channel, my $answer, CHUNK or $channel = undef }

sub start {
    my ($id, $cwd, $given_option, $given_path, $hidden_option, $words, $info_option, $hands_over, $has_input, $input, $confinement, $count, @texts) = @_;
    my @argv = splice @texts, 0, $count;
    my %way = (cwd => $cwd, given_option => $given_option, given_path => $given_path, hidden_option => $hidden_option, words => $words, info_option => $info_option, hands_over => $hands_over, channel => $channel, confinement => $confinement, argv => \@argv, env => \@texts);
    pipe(my $out, $way{out}) && pipe(my $err, $way{err}) or return failed($id, problem('pipe', ''));
    my ($keeper, $given);
    if ($info_option ne '') { pipe($keeper, $way{info}) or return failed($id, problem('pipe', '')) }
    if ($has_input) { pipe($way{in}, $given) or return failed($id, problem('pipe', '')) }

    my ($pid, $life) = begin(%way);
    return failed($id, $life) if !defined $pid;
    fcntl $given, F_SETFL, O_NONBLOCK if $given;
    $children{$id} = { pid => $pid, life => $life, keeper => $keeper, said => '', input => $given, text => $input, pipes => [$out, $err] };
    tell_server(join ' ', 'started', $id, $pid, since($pid), fileno $out, fileno $err);
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

sub failed {
    my ($id, $problem) = @_;
    tell_server("failed $id " . join ' ', split ' ', $problem);
}

sub tell_server {
    my ($text) = @_;
    my $line = "$text\n";
    while ($line ne '') {
        my $written = syswrite STDOUT, $line or exit 0;
        substr($line, 0, $written) = '';
    }
}
