import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import type { Launch } from '../src/domain/launch.ts'
import { capture } from '../src/process/capture.ts'
import { type Kept, lookAt, openNursery } from '../src/process/nursery.ts'
import { portsText, readPorts } from '../src/process/ports.ts'
import { livingProcesses } from '../src/process/proc.ts'
import { openSandbox } from '../src/sandbox/wrap.ts'
import { temporaryFolder } from './support/folder.ts'
import { asOrdinaryUser } from './support/ordinary-user.ts'
import { until } from './support/until.ts'

const isRoot = process.getuid?.() === 0
const identity = isRoot ? { uid: 240911, gid: 240911 } : null

/** Answers each line with its number of bytes, and goes on until its client ends. */
const counting = (port: number, host = '127.0.0.1') =>
  `require('node:net').createServer({allowHalfOpen:true},s=>{let n=0;s.on('data',d=>{n+=d.length});s.on('end',()=>s.end('got '+n))}).listen(${port},'${host}',()=>console.log('up'))`

async function openHere(context: TestContext) {
  const folder = await temporaryFolder(context)
  await chmod(folder, 0o755)
  const users = { isRoot, runAs: { from: 240910, to: 240919 } }
  const places = { searchPath: '/usr/bin:/bin', node: process.execPath, folder: join(folder, 'sandbox'), reach: [] }
  const box = await openSandbox({ mode: 'required', ...users, ...places, capture })
  const nursery = await openNursery(join(folder, 'nursery'), 'test')
  const all = new Map<string, Promise<void>>()
  context.after(async () => {
    for (const id of all.keys()) nursery.end(id, 'canceled')
    await Promise.all(all.values())
    nursery.close()
  })
  const node = box.places({ workspace: folder, skill: folder, home: folder, node: process.execPath }).node
  let count = 0
  return {
    folder,
    async keep(script: string, more: Partial<Kept>) {
      const id = `task_${++count}`
      const own = join(folder, id)
      await mkdir(own)
      const ended = nursery.told(id)
      all.set(id, ended)
      const launch: Launch = {
        ...{ argv: [node, '-e', script], env: { PATH: '/usr/bin:/bin' }, cwd: '/', stdin: null, mounts: [] },
        ...{ network: 'off', identity },
      }
      await nursery.start({ id, folder: own, timeoutSec: 3600, graceSec: 1, maxOutputBytes: 0, ...more }, box.wrap(launch))
      return {
        own,
        up: () => until('it is up', async () => (await readFile(join(own, 'stdout.log'), 'utf8')) === 'up\n'),
        ports: () => until('its ports are told', () => readPorts(own)),
        end: async () => {
          nursery.end(id, 'canceled')
          await ended
        },
        ended: async () => {
          await ended
          return lookAt(own)
        },
      }
    },
  }
}

/** Says something, ends, and answers what comes back; `reset`: nobody was there. */
async function say(port: number, words: string | Buffer): Promise<string> {
  const socket = connect({ port, host: '127.0.0.2', allowHalfOpen: true })
  socket.end(words)
  return text(socket).catch((error: { code: string }) => error.code)
}

verifies('exec.ports', 'a port of a sandbox without network is reached from the loopback of the machine', async (context) => {
  const { keep } = await openHere(context)
  const kept = await keep(counting(8080), { ports: [8080, 8081] })
  const [first, second] = await kept.ports()
  assert.ok(first && second)
  await kept.up()
  // Far more than any buffer holds, so both sides have to wait for each other.
  const [short, long, nobody] = await Promise.all([
    say(first.hostPort, 'hello'),
    say(first.hostPort, Buffer.alloc(20_000_000)),
    say(second.hostPort, 'hello'),
  ])
  assert.deepEqual([short, long, nobody], ['got 5', 'got 20000000', 'ECONNRESET'])
  assert.deepEqual(
    (await kept.ports()).map(({ port, isReached }) => [port, isReached]),
    [
      [8080, true],
      [8081, false],
    ],
  )
  await kept.end()
  assert.equal(await say(first.hostPort, 'hello'), 'ECONNREFUSED')
})

verifies(
  'exec.ports',
  'a port has the same number outside where it is free, else another, and none of the machine',
  async (context) => {
    const { keep } = await openHere(context)
    const other = createServer((socket) => void socket.end('somebody else')).listen(0, '127.0.0.2')
    context.after(() => other.close())
    await once(other, 'listening')
    const taken = (other.address() as AddressInfo).port
    const free = createServer().listen(0, '127.0.0.2')
    await once(free, 'listening')
    const own = (free.address() as AddressInfo).port
    free.close()
    await once(free, 'close')
    const kept = await keep(`${counting(taken)};0`, { ports: [taken, own, 80] })
    const ports = await kept.ports()
    await kept.up()
    const [away, same, low] = ports.map(({ hostPort }) => hostPort)
    assert.ok(away !== taken && same === own && low !== 80 && (low ?? 0) >= 1024, JSON.stringify(ports))
    assert.deepEqual([await say(taken, ''), await say(away ?? 0, 'mine')], ['somebody else', 'got 4'])
    // A number that no connection is given meanwhile, so that a second one who leads there gets it again.
    const [least = 0, most = 0] = (await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')).split('\t').map(Number)
    assert.deepEqual(
      [away, low].filter((port = 0) => port >= least && port <= most),
      [],
    )
  },
)

verifies('exec.ports', 'a service that listens on the other loopback is reached too', async (context) => {
  const { keep } = await openHere(context)
  const kept = await keep(counting(8080, '::1'), { ports: [8080] })
  const [only] = await kept.ports()
  await kept.up()
  assert.equal(await say(only?.hostPort ?? 0, 'six'), 'got 3')
})

verifies('exec.ports', 'many at once are served, and connections stay as long as both sides want', async (context) => {
  const { keep } = await openHere(context)
  const echo = `require('node:net').createServer(s=>s.pipe(s)).listen(8080,'127.0.0.1',()=>console.log('up'))`
  const kept = await keep(echo, { ports: [8080] })
  const [only] = await kept.ports()
  await kept.up()
  const sockets = Array.from({ length: 600 }, () => connect({ port: only?.hostPort ?? 0, host: '127.0.0.2' }))
  context.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  const echoed = async (socket: Socket, words: string) => {
    socket.write(words)
    const [bytes] = await once(socket, 'data')
    return String(bytes)
  }
  // Those beyond the limit wait until others leave.
  const answers = sockets.map(async (socket, index) => {
    const first = await echoed(socket, `a${index}`)
    const second = await echoed(socket, `b${index}`)
    socket.end()
    return [first, second]
  })
  assert.deepEqual(
    await Promise.all(answers),
    sockets.map((_, index) => [`a${index}`, `b${index}`]),
  )
})

verifies('exec.services', 'a service that nobody uses is ended; a connection or output keeps it', async (context) => {
  const { keep } = await openHere(context)
  const echo = `require('node:net').createServer(s=>s.pipe(s)).listen(8080,'127.0.0.1',()=>console.log('up'))`
  const unused = await keep(echo, { ports: [8080], idleSec: 1 })
  const loud = await keep(`setInterval(()=>console.log('tick'),100)`, { idleSec: 2 })
  const used = await keep(echo, { ports: [8080], idleSec: 2 })
  await used.up()
  const socket = connect({ port: (await used.ports())[0]?.hostPort ?? 0, host: '127.0.0.2' })
  await once(socket, 'connect')
  const isIdle = (end: Awaited<ReturnType<typeof lookAt>>) => typeof end === 'object' && end.why === 'idle'
  assert.ok(isIdle(await unused.ended()))
  // One that is not used is ended in a longer time, and these two go on.
  assert.ok(isIdle(await (await keep(echo, { idleSec: 4 })).ended()))
  assert.deepEqual([await lookAt(used.own), await lookAt(loud.own)], ['lives', 'lives'])
  socket.destroy()
  assert.ok(isIdle(await used.ended()))
})

verifies(
  'exec.ports',
  'only the first process of the sandbox of that keeper is entered, whatever its files name',
  async (context) => {
    const { keep, folder } = await openHere(context)
    const victim = await keep(counting(8080), { ports: [8080] })
    await victim.up()
    const info = await readFile(join(victim.own, 'keeper.json'), 'utf8')
    const init = /"child-pid": (\d+)/.exec(info)?.[1]
    const keeper = JSON.parse(await readFile(join(victim.own, 'process.json'), 'utf8')).pid
    const program = join(import.meta.dirname, '../src/process/ports.pl')
    const forge = async (name: string, keeperPid: number, child: string) => {
      const own = join(folder, name)
      await mkdir(own)
      await writeFile(join(own, 'keeper.json'), `{"child-pid": ${child}}`)
      const [setns = ''] = portsText([8080], false).split(' ')
      const words = ['perl', program, setns, String(keeperPid), own, '8080'] as const
      let isOver = false
      const running = capture(words, { timeoutMs: 600_000, env: { PATH: '/usr/bin:/bin' } }).finally(() => {
        isOver = true
      })
      const told = await until('it has told or ended', async () => (await readPorts(own)) ?? (isOver && []))
      return { running, port: told[0]?.hostPort ?? null }
    }
    // A keeper of somebody else, and a process that is in no sandbox.
    assert.equal((await forge('other', process.pid, String(init))).port, null)
    assert.equal((await forge('host', process.ppid, String(process.pid))).port, null)
    // The same with the right keeper leads there: what kept it out is the check.
    const led = await forge('right', keeper, String(init))
    assert.equal(await say(led.port ?? 0, 'hello'), 'got 5')
    await victim.end()
    await led.running
  },
)

verifies('exec.ports', 'whoever leads to a port ends with its service, also when the nursery is killed', async (context) => {
  const { keep, folder } = await openHere(context)
  const kept = await keep(counting(8080), { ports: [8080] })
  const [only] = await kept.ports()
  await kept.up()
  const pids = async (word: string) => {
    const found: number[] = []
    for (const { pid } of await livingProcesses())
      if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(word)) found.push(pid)
    return found
  }
  for (const pid of await pids(`nursery.pl\0${join(folder, 'nursery')}\0`)) process.kill(pid, 'SIGKILL')
  await until(
    'nobody leads there',
    async () => (await pids(`ports.pl\0`)).length === 0 || (await pids(`\0${kept.own}\0`)).length === 0,
  )
  assert.equal(await say(only?.hostPort ?? 0, 'hello'), 'ECONNREFUSED')
})

asOrdinaryUser(import.meta.url, 1)
