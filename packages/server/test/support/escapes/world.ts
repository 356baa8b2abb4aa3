import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { forbidden } from '../../../src/sandbox/system-calls.ts'
import { endPid } from '../children.ts'
import { sleepersFor } from '../sleepers.ts'
import { numberOf } from './attack.ts'

/** What attacks aim at: canaries outside the sandbox, all of them open to everybody, so that only the sandbox keeps anybody away. */
export interface World extends AsyncDisposable {
  /** In files, memory, variables and answers outside, and nowhere else. */
  readonly secret: string
  /** Where the attacks find everything. */
  readonly targets: Readonly<Record<string, string>>
  /** What an attack has left outside, in words; it is taken away again. */
  damage(): Promise<string[]>
}

/** `uid`: of whoever attacks, when this process is root. */
export async function openWorld(folder: string, uid: number | null): Promise<World> {
  const secret = `secret${randomBytes(16).toString('hex')}`
  const name = `asr-escape-${randomBytes(8).toString('hex')}`
  const outside = join(folder, 'outside')
  const secretFile = openFile(join(outside, 'secret'), secret)
  const mine = openFile(join(outside, 'mine'), '')
  if (uid !== null) chownSync(mine, uid, uid)
  const hostHome = join(folder, 'host-home')
  openFile(join(hostHome, '.ssh', 'id_canary'), secret)
  const places = ['/usr', '/etc', '/dev/shm', '/tmp', '/var/tmp', '/run', outside].map((place) => join(place, name))
  const sleep = `3600.${Math.floor(Math.random() * 1e9)}`

  const listeners = await Promise.all([
    listen(secret, { host: '127.0.0.1', port: 0 }),
    listen(secret, { host: '::1', port: 0 }),
    listen(secret, { path: join(outside, 'socket') }),
    listen(secret, { path: `\0${name}` }),
  ])
  chmodSync(join(outside, 'socket'), 0o777)
  const [tcp, tcp6] = listeners
  const names = await answerNames(secret)
  const memory = String(randomInt(1, 2 ** 31))
  const bystander = await startBystander({ secret, secretFile, cwd: outside, key: name, memory }, uid)

  return {
    secret,
    targets: {
      ...{
        SECRET_FILE: secretFile,
        OUTSIDE: outside,
        MINE: mine,
        HOST_HOME: hostHome,
        NAME: name,
        SLEEP: sleep,
        KEY: name,
        MEMORY: memory,
      },
      ...{ TCP_PORT: portOf(tcp), TCP6_PORT: portOf(tcp6), DNS_PORT: String(names.address().port) },
      ...{ UNIX_SOCKET: join(outside, 'socket'), ABSTRACT_SOCKET: name, BYSTANDER: String(bystander.pid) },
    },
    async damage() {
      const written = places.filter((place) => existsSync(place))
      for (const place of written) rmSync(place)
      const survivors = await sleepersFor(sleep)
      survivors.forEach(endPid)
      const { uid: owner, mode } = statSync(secretFile)
      return [
        ...written.map((place) => `wrote ${place}`),
        ...survivors.map(() => 'a process is left'),
        ...(readFileSync(secretFile, 'utf8') === secret && owner === process.getuid?.() && (mode & 0o7777) === 0o666
          ? []
          : ['the secret was changed']),
        ...(bystander.exitCode === null && bystander.signalCode === null ? [] : ['the process beside it has ended']),
      ]
    },
    async [Symbol.asyncDispose]() {
      bystander.kill('SIGTERM')
      if (bystander.exitCode === null && bystander.signalCode === null) await once(bystander, 'exit')
      names.close()
      for (const one of listeners) one.close()
    },
  }
}

function openFile(path: string, text: string): string {
  mkdirSync(join(path, '..'), { recursive: true })
  chmodSync(join(path, '..'), 0o777)
  writeFileSync(path, text)
  chmodSync(path, 0o666)
  return path
}

/** Whoever reaches it is told the secret. */
async function listen(secret: string, at: { host: string; port: number } | { path: string }): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(`${secret}\n`)
  })
  server.listen(at)
  await once(server, 'listening')
  return server
}

const portOf = (server: Server): string => String((server.address() as AddressInfo).port)

async function answerNames(secret: string) {
  const names = createSocket('udp4')
  names.on('message', (_question, { port, address }) => names.send(secret, port, address))
  names.bind(0, '127.0.0.1')
  await once(names, 'listening')
  return names
}

/**
 * A process of the attacker's own user, outside: the secret is in its variables, its memory, shared memory, an open file and a keyring. It lets everybody
 * trace it, which some machines allow only then.
 */
async function startBystander(
  { secret, secretFile, cwd, key, memory }: Record<'secret' | 'secretFile' | 'cwd' | 'key' | 'memory', string>,
  uid: number | null,
) {
  const prctl = numberOf([157, 167])
  const program = `$| = 1; open my $file, '<', $ARGV[0] or die; syscall(${prctl}, 0x59616d61, -1, 0, 0, 0); $SIG{USR1} = 'IGNORE';
    my ($type, $name, $text) = ('user', $ARGV[1], $ENV{ESCAPE_CANARY});
    my $id = syscall(${numberOf(forbidden.add_key)}, $type, $name, $text, length $text, -4);
    syscall(${numberOf(forbidden.keyctl)}, 5, $id, 0x3f3f0000);
    my $shared = shmget $ARGV[2], 100, 01666; shmwrite $shared, $text, 0, 100;
    $SIG{TERM} = sub { shmctl $shared, 0, 0; exit };
    print "ready\\n"; sleep while 1`
  const identity = uid === null ? {} : { uid, gid: uid }
  const env = { PATH: '/usr/bin:/bin', ESCAPE_CANARY: secret }
  const child = spawn('/usr/bin/perl', ['-e', program, secretFile, key, memory], {
    cwd,
    env,
    ...identity,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}
