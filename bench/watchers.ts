import { type IncomingMessage, request } from 'node:http'
import { callOf, headersOf } from './mcp-call.ts'

/** How a task is watched: by its events, or by calls of `skills_task_watch`. */
export type Way = 'sse' | 'mcp'

export type FromWatchers = { readonly type: 'connected'; readonly ms: number } | Watched

export interface Watched {
  readonly type: 'done'
  /** When each heard that the task has ended. */
  readonly ends: readonly number[]
  /** What they heard it print, and how many heard exactly that. */
  readonly heard: readonly (readonly [text: string, watchers: number])[]
  readonly cpuMs: number
}

interface Event {
  readonly type: 'output' | 'status'
  readonly text?: string
  readonly status?: string
}

interface Answer {
  readonly method?: string
  readonly result?: {
    readonly isError?: boolean
    readonly structuredContent: { readonly events: readonly Event[]; readonly cursor: string; readonly finished: boolean }
  }
}

/** The program that holds the watchers: address, way, task and number of watchers come as arguments, what they heard goes to the parent. */
const [, , address = '', way = 'sse', task = '', count = '0'] = process.argv
process.on('disconnect', () => process.exit(1))
const began = performance.now()
const before = process.cpuUsage()
const all = Array.from({ length: Number(count) }, () => (way === 'mcp' ? byCalls() : byEvents()))
await Promise.all(all.map(({ first }) => first))
await tell({ type: 'connected', ms: performance.now() - began })
const told = await Promise.all(all.map(({ done }) => done))
const { user, system } = process.cpuUsage(before)
const heard = new Map<string, number>()
for (const { text } of told) heard.set(text, (heard.get(text) ?? 0) + 1)
await tell({ type: 'done', ends: told.map(({ end }) => end), heard: [...heard], cpuMs: (user + system) / 1000 })
process.exit(0)

interface Watcher {
  readonly first: Promise<void>
  readonly done: Promise<{ readonly text: string; readonly end: number }>
}

function byEvents(): Watcher {
  const first = Promise.withResolvers<void>()
  const watch = async () => {
    let text = ''
    for await (const data of framesOf(await open('GET', `/v1/projects/default/exec/tasks/${task}/events`))) {
      first.resolve()
      const event = JSON.parse(data) as Event
      text += textOf(event)
      if (isEnd(event)) return { text, end: Date.now() }
    }
    throw new Error('A stream ended before its task')
  }
  return { first: first.promise, done: watch() }
}

/** Asks for progress, as clients do that show it, and calls again until the task has ended. */
function byCalls(): Watcher {
  const first = Promise.withResolvers<void>()
  const watch = async () => {
    let text = ''
    for (let cursor: string | undefined; ; ) {
      const call = callOf('skills_task_watch', { task_id: task, ...(cursor === undefined ? {} : { cursor }) }, 'progress')
      let answer: Answer = {}
      for await (const data of framesOf(await open('POST', '/mcp', call))) {
        first.resolve()
        answer = JSON.parse(data) as Answer
      }
      if (!answer.result || answer.result.isError) throw new Error(`A watch failed: ${JSON.stringify(answer)}`)
      const { events, finished } = answer.result.structuredContent
      text += events.map(textOf).join('')
      if (finished) return { text, end: Date.now() }
      cursor = answer.result.structuredContent.cursor
    }
  }
  return { first: first.promise, done: watch() }
}

function textOf({ type, text = '' }: Event): string {
  return type === 'output' ? text : ''
}

function isEnd({ status = '' }: Event): boolean {
  return ['succeeded', 'failed', 'canceled'].includes(status)
}

/** Each over a connection of its own. */
async function open(method: string, path: string, body?: object): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = body ? headersOf('skills_task_watch') : {}
    request(address + path, { agent: false, method, headers }, resolve)
      .on('error', reject)
      .end(body && JSON.stringify(body))
  })
  if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode}`)
  return response.setEncoding('utf8')
}

/** The data of each frame of a stream, but for heartbeats; or the whole of an answer that is none. */
async function* framesOf(response: IncomingMessage): AsyncGenerator<string> {
  const isStream = response.headers['content-type']?.startsWith('text/event-stream')
  let rest = ''
  for await (const chunk of response) {
    const frames = (rest + chunk).split('\n\n')
    rest = isStream ? (frames.pop() ?? '') : rest + chunk
    if (isStream)
      for (const frame of frames) {
        const [, data] = /^data: (.*)$/m.exec(frame) ?? []
        if (data !== undefined && !frame.startsWith('event: heartbeat')) yield data
      }
  }
  if (!isStream) yield rest
}

function tell(message: FromWatchers): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()))
}
