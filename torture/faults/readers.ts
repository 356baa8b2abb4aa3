import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { StreamReader } from '../../packages/server/test/support/stream-reader.ts'
import { createJob, untilItRests } from '../jobs.ts'
import { randomOf } from '../random.ts'
import { said } from '../skills.ts'
import { keyIn, type Scene } from './scene.ts'
import { spoken } from './skills.ts'

/** Readers of one run that says thousands of things: some are slow, some stop reading, some vanish; those that read hear everything. */
export async function listenBadly(scene: Scene, readers: number): Promise<number> {
  const { world, url } = scene
  const random = randomOf(scene.seed, world.round)
  const body = { skill_id: 'faults-speaker', engine: 'replay', runtime_options: { no_cache: true } }
  const wanted = { kind: 'auto', body, data: said, engine: 'replay', isAuto: false } as const
  const known = await createJob(world, wanted, keyIn(scene, 'speaker'))
  if (!known) throw new Error('nobody speaks')
  const path = `/v1/jobs/${known.id}/events`
  const good = new StreamReader(url + path)
  const hearing = good.visit()
  const sockets = await Promise.all(Array.from({ length: readers }, () => open(url, path)))
  const slow = sockets.map((socket, index) => [stop, vanish, read][index % 3]?.(socket, random()))
  await untilItRests(world, known)
  const ended = await hearing
  await Promise.all(slow)
  for (const socket of sockets) socket.destroy()
  if (ended !== 'ended' || good.heard.length < spoken)
    throw new Error(`a good reader among bad ones heard ${good.heard.length} events and was ${ended}`)
  return sockets.length
}

async function open(url: string, path: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
  return socket
}

/** It stays, and takes nothing. */
async function stop(socket: Socket): Promise<void> {
  socket.pause()
}

/** With a reset, in the middle of what is sent. */
async function vanish(socket: Socket, share: number): Promise<void> {
  socket.pause()
  await wait(share * 600)
  socket.resetAndDestroy()
}

/** A few bytes now and then. */
async function read(socket: Socket, share: number): Promise<void> {
  socket.pause()
  for (let times = 0; times < 10; times++) {
    await wait(20 + share * 60)
    socket.read(512)
  }
}
