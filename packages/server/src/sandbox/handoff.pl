# Inside a sandbox without a network: opens the one port that leads out, hands it to the server, and becomes the command. Nothing of it remains then:
# no process, no file, no channel. It uses no module, and so starts in 1 ms.
#
# The server need not answer: once the listener is on its way, the kernel keeps connections until they are accepted.
# Arguments: the number of sendmsg on this processor, then the command.
my $sendmsg = shift;
my ($descriptor, $word) = delete @ENV{qw(NODE_CHANNEL_FD SKILL_RUNNER_LISTENER)};
delete @ENV{qw(NODE_CHANNEL_SERIALIZATION_MODE PERL_BADLANG)};

# AF_INET and SOCK_STREAM; every file that perl opens is closed in the command.
socket my $listener, 2, 1, 0 or give_up('socket');
bind $listener, pack 'S n C4 x8', 2, 3128, 127, 0, 0, 1 or give_up('bind');
listen $listener, 511 or give_up('listen');

# As a program in Node would send it by its channel: a line of JSON, and with it the listener (SOL_SOCKET, SCM_RIGHTS).
my $text = sprintf qq({"cmd":"NODE_HANDLE","type":"net.Server","msg":"%s"}\n), $word // '';
my $vector = pack 'P Q', $text, length $text;
my $control = pack 'Q i i i x4', 20, 1, 1, fileno $listener;
my $message = pack 'Q Q P Q P Q Q', 0, 0, $vector, 1, $control, length $control, 0;
syscall($sendmsg, $descriptor + 0, $message, 0) == length $text or give_up('sendmsg');
open my $channel, '+<&=', $descriptor or give_up('channel');
close $channel;

exec { $ARGV[0] } @ARGV;
my $code = $! == 2 ? 127 : 126;
print STDERR "$ARGV[0]: $!\n";
exit $code;

sub give_up {
    print STDERR "the gate of the network could not be opened: $_[0]: $!\n";
    exit 125;
}
