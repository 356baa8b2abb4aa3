import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { verifies } from '../../../test/verifies.ts'
import { route } from '../src/http/route.ts'
import { closeServer } from '../src/http/server.ts'
import { type EventStream, frame, openStream } from '../src/http/sse.ts'
import { type Door, startDoor } from './support/door.ts'
import { until } from './support/until.ts'

interface StreamDoor extends Door {
  readonly streams: EventStream[]
}

/** The handler hands each stream over and stays until its reader has left, as a real one does. */
async function startStreams(heartbeatMs: number): Promise<StreamDoor> {
  const streams: EventStream[] = []
  const door = await startDoor({ limits: { heartbeatMs } }, (app: FastifyInstance) => {
    route(app, 'followJobEvents', async ({ reply }) => {
      const stream = openStream(reply)
      streams.push(stream)
      if (!stream.closed.aborted) await once(stream.closed, 'abort')
    })
  })
  return { ...door, streams }
}

async function follow(door: Door): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect(door.port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  socket.write('GET /v1/jobs/job_1/events HTTP/1.0\r\nhost: localhost\r\n\r\n')
  await until('the headers of the stream are there', () => text.includes('\r\n\r\n'))
  return { socket, text: () => text }
}

verifies('door.security-headers', 'a stream has the headers of a stream, and those of every answer', async () => {
  await using door = await startStreams(60_000)
  const { text, socket } = await follow(door)
  const head = Object.fromEntries(
    text()
      .split('\r\n')
      .slice(1)
      .filter((line) => line !== '')
      .map((line) => line.toLowerCase().split(': ')),
  )
  const { date: _, 'x-request-id': id, connection: __, ...rest } = head
  assert.match(id, /^req_\w{26}$/)
  assert.deepEqual(rest, {
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': 'text/event-stream; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'deny',
  })
  socket.destroy()
})

test('frames arrive as they were encoded, and the end of the stream is the end of the answer', async () => {
  await using door = await startStreams(60_000)
  const { text, socket } = await follow(door)
  const [stream] = door.streams
  stream?.send(frame('snapshot', '{"a":1}'))
  stream?.send(frame('chat_event', '{"b":2}', 7))
  stream?.end()
  await once(socket, 'close')
  assert.equal(text().split('\r\n\r\n')[1], 'event: snapshot\ndata: {"a":1}\n\nevent: chat_event\nid: 7\ndata: {"b":2}\n\n')
})

test('a quiet stream is kept alive with heartbeats', async () => {
  await using door = await startStreams(30)
  const { text, socket } = await follow(door)
  await until('three heartbeats came', () => text().split('event: heartbeat').length > 3)
  assert.match(text().split('\r\n\r\n')[1] ?? '', /^(event: heartbeat\ndata: \{"ts":"\d{4}-\d\d-\d\dT[\d:.]+Z"\}\n\n)+$/)
  socket.destroy()
})

verifies(
  'events.slow-readers-block-nobody',
  'a reader that does not read is told of, gets no heartbeats piled up, and is let go when it leaves',
  async () => {
    await using door = await startStreams(10)
    const { socket } = await follow(door)
    socket.pause()
    const [stream] = door.streams
    if (!stream) throw new Error('no stream')
    const block = frame('chat_event', 'x'.repeat(1_000_000))
    let sent = 0
    while (stream.send(block)) sent += 1
    const drained = stream.drained()
    assert.ok(sent < 100, 'send says no before memory grows')
    socket.destroy()
    await drained
    assert.equal(stream.closed.aborted, true)
    assert.equal(stream.send(block), false)
    await until('the stream is forgotten', () => door.app.streams.size === 0)
  },
)

test('a reader that reads again gets the rest', async () => {
  await using door = await startStreams(60_000)
  const { socket, text } = await follow(door)
  socket.pause()
  const [stream] = door.streams
  if (!stream) throw new Error('no stream')
  while (stream.send(frame('chat_event', 'x'.repeat(1_000_000)))) {}
  socket.resume()
  await stream.drained()
  stream.send(frame('chat_event', 'the last'))
  await until('the last frame came', () => text().endsWith('data: the last\n\n'))
  socket.destroy()
})

verifies('run.shutdown-is-graceful', 'a server that closes ends its streams', async () => {
  const door = await startStreams(60_000)
  const followers = await Promise.all(Array.from({ length: 20 }, () => follow(door)))
  const ends = Promise.all(followers.map(({ socket }) => once(socket, 'close')))
  await closeServer(door.app)
  await ends
  assert.equal(door.app.streams.size, 0)
})

test('an error behind an opened stream cuts it and is logged, and never becomes a second answer', async () => {
  await using door = await startDoor({}, (app) => {
    route(app, 'followJobEvents', async ({ reply }) => {
      openStream(reply)
      throw new Error('the log cannot be read')
    })
  })
  const { socket } = await follow(door)
  if (!socket.closed) await once(socket, 'close')
  assert.match(JSON.stringify(door.lines.filter((line) => line['level'] === 50)), /the log cannot be read/)
})

test('HEAD of a stream is refused instead of kept', async () => {
  await using door = await startStreams(60_000)
  const { status, headers } = await door.ask('/v1/jobs/job_1/events', { method: 'HEAD' })
  assert.deepEqual([status, headers.get('allow')], [405, 'GET'])
})
