import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from './json.ts'
import type { Protocol, Refusal, Rendered, Turn } from './protocol.ts'
import type { Line } from './record.ts'
import type { Answer, Garble, Step } from './script.ts'

/** The answer's end of one exchange. */
interface Exchange extends Line {
  readonly response: ServerResponse
  readonly protocol: Protocol
  readonly turn: Turn
  readonly streams: boolean
  /** When `scene.release()` was called. */
  readonly released: Promise<void>
  readonly report: (sentence: string) => void
}

/** Plays one step to its end, or until the client is gone. */
export async function play(step: Step, stage: Exchange): Promise<void> {
  const { response, protocol, turn } = stage
  if ('status' in step) return refuse(response, protocol.failure(step))
  if ('redirect' in step) return refuse(response, { status: 307, headers: { location: step.redirect }, body: {} })
  if ('empty' in step) return empty(stage)
  if ('garble' in step) return garble(step, stage)
  const impossible = protocol.cannot(step)
  if (impossible.length) return refuseToPlay(impossible, stage)
  return speak(step, protocol.answer(step, turn), stage)
}

export function refuse(response: ServerResponse, { status, headers, body }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  // A script may want a body that is not JSON, such as the page of a gateway.
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

export function sendJson(response: ServerResponse, body: Json): void {
  refuse(response, { status: 200, headers: {}, body })
}

function refuseToPlay(parts: readonly string[], { response, protocol, report }: Exchange): void {
  const message = `the script asks for what ${protocol.name} has no form for: ${parts.join(', ')}`
  report(message)
  refuse(response, protocol.failure({ status: 500, message }))
}

function empty(stage: Exchange): void {
  begin(stage)
  stage.response.end()
}

function garble(step: Garble, stage: Exchange): void {
  begin(stage)
  if (typeof step.garble === 'string') return void stage.response.end(step.garble)
  const broken = '{"scripted": "this is not'
  const [first = ''] = stage.protocol.answer({ say: [] }, stage.turn).events
  stage.response.end(stage.streams ? `${first}data: ${broken}\n\n` : broken)
}

async function speak(answer: Answer, rendered: Rendered, stage: Exchange): Promise<void> {
  if (answer.stall === 'before') await releaseOf(stage)
  if (answer.cut === 'before') return stage.hangUp()
  if (!stage.streams && rendered.wholeStatus !== 200) {
    return refuse(stage.response, { status: rendered.wholeStatus, headers: {}, body: rendered.whole })
  }
  const { pieces, mid } = stage.streams ? { pieces: rendered.events, mid: rendered.mid } : halfAndHalf(rendered.whole)
  begin(stage)
  // Headers go out at once, so that a client sees an answer that has begun even if no piece follows.
  stage.response.flushHeaders()
  await write(pieces.slice(0, mid), answer.gap, stage)
  if (answer.stall === 'mid') await releaseOf(stage)
  if (answer.cut === 'mid') return stage.hangUp()
  await write(pieces.slice(mid), answer.gap, stage)
  stage.response.end()
}

function begin({ response, streams }: Exchange): void {
  response.writeHead(
    200,
    streams ? { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' } : { 'content-type': 'application/json' },
  )
}

function halfAndHalf(whole: Json): { pieces: string[]; mid: number } {
  const text = JSON.stringify(whole)
  const middle = Math.ceil(text.length / 2)
  return { pieces: [text.slice(0, middle), text.slice(middle)], mid: 1 }
}

async function write(pieces: readonly string[], gap: number | undefined, { response, gone }: Exchange): Promise<void> {
  for (const piece of pieces) {
    if (gone.aborted) return
    await unlessGone(gone, (written) => response.write(piece, written))
    if (gap) await sleep(gap, undefined, { signal: gone }).catch(() => undefined)
  }
}

function releaseOf({ released, gone }: Exchange): Promise<void> {
  return unlessGone(gone, (done) => released.then(done))
}

/** Waits for something to be done, or for the connection to be gone. */
function unlessGone(gone: AbortSignal, begin: (done: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      gone.removeEventListener('abort', done)
      resolve()
    }
    if (gone.aborted) return resolve()
    gone.addEventListener('abort', done)
    begin(done)
  })
}
