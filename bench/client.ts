import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Job, JobAccepted, JobCreate } from '../packages/sdk/src/index.ts'

export interface Timed<T> {
  readonly body: T
  readonly ms: number
}

/** No run of the bench takes this long; a loop that waits for one ends here. */
const patienceMs = 300_000

/** Speaks HTTP over connections that stay open, with as little of its own as possible: what is timed is the server. */
export function openClient(address: string, token: string | null = null) {
  const agent = new Agent({ keepAlive: true })
  const signed = token === null ? {} : { authorization: `Bearer ${token}` }

  const ask = async <T>(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Timed<T>> => {
    const began = performance.now()
    const payload = body && JSON.stringify(body)
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const type = payload ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) } : {}
      request(address + path, { agent, method, headers: { ...type, ...signed, ...headers } }, resolve)
        .on('error', reject)
        .end(payload)
    })
    const answer = await text(response)
    const ms = performance.now() - began
    if (response.statusCode !== 200 && response.statusCode !== 202)
      throw new Error(`${method} ${path}: HTTP ${response.statusCode} ${answer}`)
    return { body: JSON.parse(answer) as T, ms }
  }

  /** Asks until the job is over: again at once after an answer that waited, else at this pace. */
  const untilOver = async (id: string, query: string, everyMs: number): Promise<void> => {
    const deadline = performance.now() + patienceMs
    while (performance.now() < deadline) {
      const { body, ms } = await ask<Job>('GET', `/v1/jobs/${id}${query}`)
      if (isOver(body.status)) return requireSuccess(body.status, body.error)
      if (query === '' || ms < everyMs) await pause(everyMs)
    }
    throw new Error(`Job ${id} is not over after ${patienceMs / 1000} s`)
  }

  const create = (job: JobCreate) => ask<JobAccepted>('POST', '/v1/jobs', afresh(job))
  const end = (id: string) => untilOver(id, '?wait=30', 5)

  return {
    get: <T>(path: string) => ask<T>('GET', path),
    post: <T>(path: string, body?: object, headers?: Record<string, string>) => ask<T>('POST', path, body, headers),
    create,
    end,
    /** Creates a job and waits for its end in the same request; where the server cannot do that, in the next ones. */
    async run(job: JobCreate): Promise<number> {
      const began = performance.now()
      const { body } = await ask<JobAccepted>('POST', '/v1/jobs', afresh(job), { prefer: 'wait=30' })
      if (isOver(body.status)) requireSuccess(body.status, body.result?.error)
      else await end(body.request_id)
      return performance.now() - began
    },
    /** Creates a job and asks for its status at a steady pace, as simple clients do. */
    async poll(job: JobCreate, everyMs: number): Promise<number> {
      const began = performance.now()
      const { body } = await create(job)
      await untilOver(body.request_id, '', everyMs)
      return performance.now() - began
    },
    /** Asks until the job has this status, as often as a run can take to get there. */
    async until(id: string, status: Job['status']): Promise<void> {
      const deadline = performance.now() + patienceMs
      while (performance.now() < deadline) {
        const { body } = await ask<Job>('GET', `/v1/jobs/${id}`)
        if (body.status === status) return
        if (isOver(body.status)) throw new Error(`Job ${id} is ${body.status}, and will never be ${status}`)
        await pause(2)
      }
      throw new Error(`Job ${id} is not ${status} after ${patienceMs / 1000} s`)
    },
    close: () => agent.destroy(),
  }
}

export type Client = ReturnType<typeof openClient>

const isOver = (status: string): boolean => status !== 'queued' && status !== 'running'

/** An answer from the cache would measure the cache. */
const afresh = (job: JobCreate): JobCreate => ({ ...job, runtime_options: { no_cache: true, ...job.runtime_options } })

/** A run that fails is faster than one that works, so it must not be measured. */
function requireSuccess(status: string, error: unknown): void {
  if (status !== 'succeeded') throw new Error(`A run of the bench is ${status}: ${JSON.stringify(error)}`)
}
