import type { IncomingMessage } from 'node:http'
import { unmet } from './expect.ts'
import { at, type Json, textAt } from './json.ts'
import { refusedKey } from './keys.ts'
import { unknownIn } from './known.ts'
import { modelList } from './models.ts'
import { play, refuse, sendJson } from './play.ts'
import type { Protocol } from './protocol.ts'
import { readBody } from './read-body.ts'
import { type Following, headersOf, record } from './record.ts'
import { failureFor, findRoute, type Match, protocolOf, type Route, type TurnRoute } from './routes.ts'
import type { ModelRequest, Taken } from './scene.ts'
import type { FailureStatus } from './script.ts'
import { sideAnswer } from './side.ts'

/** One request on its way through a scene. */
interface Exchange extends Following {
  readonly request: IncomingMessage
  /** The path behind the scene's own address. */
  readonly path: string
  readonly query: URLSearchParams
  readonly bodyLimit: number
}

/** A request that goes somewhere: where, under which name, and what it says. */
interface Asked {
  readonly on: Exchange
  readonly match: Match
  readonly label: string
  readonly body: Json
  readonly report: (sentence: string) => void
}

/** From the request line to the last byte of the answer. */
export async function exchange(on: Exchange): Promise<void> {
  const label = `${on.request.method} ${on.path}`
  const report = (sentence: string): void => on.scene.report(`${label}: ${sentence}`)
  const match = findRoute(on.request.method ?? '', on.path, on.query)
  if (!match) return turnAwayFromNowhere(on, label)
  for (const problem of match.problems) report(problem)
  const body = await readBody(on.request, on.bodyLimit)
  if (!body) return
  const asked = { on, match, label, body: body.ok ? body.json : null, report }
  if (!body.ok) {
    report(body.why)
    return turnAway(asked, body.status, body.why)
  }
  const refused = refusedKey(on.request.headers, on.scene.script.keys)
  return refused ? turnAway(asked, 401, refused) : answer(asked)
}

function turnAwayFromNowhere({ scene, request, response }: Exchange, label: string): void {
  const message = `${label}: unknown route`
  scene.report(message)
  request.resume()
  refuse(response, { status: 404, headers: {}, body: { error: { message } } })
}

/** Turned away before the script is asked, in the words of the provider. */
function turnAway(asked: Asked, status: FailureStatus, message: string): void {
  record(arrival(asked, 'refused'), asked.on)
  refuse(asked.on.response, failureFor(asked.match.route)({ status, message }))
}

function answer(asked: Asked): Promise<void> | void {
  const { route } = asked.match
  if (route.kind === 'turn') return playTurn(asked, route)
  reportUnknown(asked, route)
  record(arrival(asked, 'side'), asked.on)
  return sendJson(asked.on.response, route.kind === 'count' ? route.answer : modelList)
}

function reportUnknown({ body, report }: Asked, route: Route): void {
  if (route.kind === 'models') return
  for (const problem of unknownIn(route.kind === 'count' ? route.known : route.protocol.known, body)) report(problem)
}

async function playTurn(asked: Asked, route: TurnRoute): Promise<void> {
  const { on, body, report } = asked
  const { protocol } = route
  reportUnknown(asked, route)
  const heard = protocol.hear(body)
  const taken = heard.main ? on.scene.take(heard.turns) : undefined
  const entry = arrival(asked, taken ? taken.index : 'side')
  const line = record(entry, on, taken?.over)
  const step = taken ? taken.step : (on.scene.script.side ?? sideAnswer(heard.schema))
  if (!step) return exhausted(asked, protocol)
  for (const problem of unmet(step.expect ?? {}, heard, entry.headers, taken?.lastCalls ?? [])) report(problem)
  const turn = { id: taken ? `${taken.index}` : `side${on.scene.requests.length}`, model: entry.model, body }
  const streams = route.streams === 'body' ? at(body, 'stream') === true : route.streams
  await play(step, { ...line, response: on.response, protocol, turn, streams, released: releaseOf(taken), report })
}

function exhausted({ on, report }: Asked, protocol: Protocol): void {
  report('script exhausted')
  refuse(on.response, protocol.failure({ status: 500, message: 'script exhausted' }))
}

/** A side answer has nobody who would release it, so it never waits. */
const releaseOf = (taken: Taken | undefined): Promise<void> => taken?.released ?? Promise.resolve()

function arrival({ on, match, label, body }: Asked, step: ModelRequest['step']): Omit<ModelRequest, 'closedByClient'> {
  return {
    protocol: protocolOf(match.route),
    route: label,
    model: match.model ?? textAt(body, 'model'),
    headers: headersOf(on.request),
    body,
    step,
  }
}
