// Where there is no perl, the same as handoff.pl: opens the one port that leads out, hands it to the server, and becomes the command.
// Nothing of it remains then: no process, no file, no channel.
import { createServer } from 'node:net'

const port = 3128
const listener = createServer().listen(port, '127.0.0.1', () => process.send('listener', listener))
// The server closes the channel when it has the listener.
process.once('disconnect', () => {
  // Node ignores these two, and the command would inherit that: who writes to a closed pipe has to end.
  for (const signal of ['SIGPIPE', 'SIGXFSZ']) process.once(signal, () => {}).removeAllListeners(signal)
  const { PERL_BADLANG: _for, ...env } = process.env
  // Found by env as a shell would find it; a word with = in it would be a variable there.
  const [command, ...args] = process.argv.slice(2)
  const words = command.includes('=') ? ['sh', '-c', 'exec "$0" "$@"', command] : [command]
  process.execve('/usr/bin/env', ['/usr/bin/env', ...words, ...args], env)
})
