import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { checkScript } from './check-script.ts'
import { exchange } from './exchange.ts'
import type { Json } from './json.ts'
import { refuse } from './play.ts'
import { isWebSocketQuestion } from './routes.ts'
import { type ModelRequest, OpenScene, type Scene } from './scene.ts'
import type { Script } from './script.ts'

export interface ScriptedModel {
  readonly port: number
  /** Opens a scene under its own address; names are used once. */
  scene(name: string, script: Script): Scene
  /** What was asked of no scene at all. */
  readonly problems: readonly string[]
  /** Ends every connection at once. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface Options {
  /** Any free one if left out. */
  readonly port?: number
  /** Longest body that is read, in bytes. */
  readonly bodyLimit?: number
  /** Called when a request is over. */
  readonly onRequest?: (request: ModelRequest) => void
  readonly onProblem?: (sentence: string) => void
}

/** Starts the server on the loopback address, and on no other. */
export async function startScriptedModel(options: Options = {}): Promise<ScriptedModel> {
  const stage = new OpenModel(options)
  await stage.listen(options.port ?? 0)
  return stage
}

/** Where a request goes: its scene, and the rest of its address. */
interface Found {
  readonly scene: OpenScene
  readonly path: string
  readonly query: URLSearchParams
}

class OpenModel implements ScriptedModel {
  readonly problems: string[] = []
  readonly #scenes = new Map<string, OpenScene>()
  readonly #sockets = new Set<Socket>()
  readonly #answering = new Set<Promise<void>>()
  readonly #options: Options
  readonly #server = createServer()
  #closing = false

  constructor(options: Options) {
    this.#options = options
    // A connection that is closed just when its client uses it again looks like a failure that nobody asked for.
    this.#server.keepAliveTimeout = 0
    this.#server.on('request', (request, response) => this.#handle(request, response))
    this.#server.on('upgrade', (request, socket) => this.#upgrade(request, socket))
    this.#server.on('connect', (request, socket) => this.#refuseConnect(request, socket))
    this.#server.on('clientError', (error, socket) => this.#clientError(error, socket))
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, '127.0.0.1', resolve)
    })
  }

  scene(name: string, script: Script): Scene {
    if (!/^[\w.-]+$/.test(name)) throw new Error(`"${name}" cannot be part of an address; use letters, digits, dots and dashes`)
    if (this.#scenes.has(name)) throw new Error(`there is already a scene named ${name}`)
    const checked = checkScript(script as unknown as Json, name)
    const onProblem = (sentence: string): void => this.#options.onProblem?.(sentence)
    const scene = new OpenScene(name, `http://127.0.0.1:${this.port}/${name}`, checked, onProblem)
    this.#scenes.set(name, scene)
    return scene
  }

  async close(): Promise<void> {
    this.#closing = true
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all([closed, ...this.#answering])
    for (const scene of this.#scenes.values()) scene.end()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    this.#follow(response)
    const found = this.#find(request)
    if (found) this.#play(found, request, response)
    else this.#turnAway(request, response)
  }

  /** Nobody hears of a request after the close. */
  #follow(response: ServerResponse): void {
    const over = new Promise<void>((resolve) => response.once('close', resolve))
    this.#answering.add(over)
    over.then(() => this.#answering.delete(over))
  }

  #turnAway(request: IncomingMessage, response: ServerResponse): void {
    this.#report(`${request.method} ${request.url}: no scene has this address`)
    request.resume()
    refuse(response, { status: 404, headers: {}, body: { error: { message: 'no scene has this address' } } })
  }

  #play(found: Found, request: IncomingMessage, response: ServerResponse): void {
    const { bodyLimit = 64 * 1024 * 1024, onRequest = () => undefined } = this.#options
    const closing = (): boolean => this.#closing
    exchange({ ...found, request, response, bodyLimit, closing, onRequest }).catch((error: unknown) => {
      found.scene.report(`${request.method} ${found.path}: the scripted model itself failed: ${error}`)
      response.destroy()
    })
  }

  /** The scene that a request is for. A request for another host is for none: somebody takes us for a proxy. */
  #find({ url = '', headers }: IncomingMessage): Found | undefined {
    const [path = '', query = ''] = split(url, '?')
    const [, name = '', rest = ''] = /^\/([^/]+)(\/.*)$/.exec(path) ?? []
    const scene = this.#scenes.get(name)
    // The last is what the gate of a run calls a model on loopback.
    const ours = ['127.0.0.1', 'localhost', 'model.internal'].some((host) => headers.host === `${host}:${this.port}`)
    return scene && ours ? { scene, path: rest, query: new URLSearchParams(query) } : undefined
  }

  #upgrade(request: IncomingMessage, socket: Duplex): void {
    const found = this.#find(request)
    const expected = found !== undefined && isWebSocketQuestion(request.method ?? '', found.path)
    const sentence = `${request.method} ${found?.path ?? request.url}: unknown upgrade to ${request.headers.upgrade}`
    if (!found) this.#report(sentence)
    else if (!expected) found.scene.report(sentence)
    hangUpWith(socket, expected ? '426 Upgrade Required' : '404 Not Found')
  }

  #refuseConnect(request: IncomingMessage, socket: Duplex): void {
    this.#report(`CONNECT ${request.url}: this is no proxy`)
    hangUpWith(socket, '404 Not Found')
  }

  #clientError(error: NodeJS.ErrnoException, socket: Duplex): void {
    // A connection that was reset asks for nothing.
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    this.#report(`not HTTP: ${error.message}`)
    hangUpWith(socket, '400 Bad Request')
  }

  #report(sentence: string): void {
    this.problems.push(sentence)
    this.#options.onProblem?.(sentence)
  }
}

function hangUpWith(socket: Duplex, status: string): void {
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function split(text: string, mark: string): [string, string] {
  const place = text.indexOf(mark)
  return place === -1 ? [text, ''] : [text.slice(0, place), text.slice(place + 1)]
}
