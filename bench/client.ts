import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Job, JobAccepted, JobCreate } from '../packages/sdk/src/index.ts'

export interface Timed<T> {
  readonly body: T
  readonly ms: number
}

/** Speaks HTTP over connections that stay open, with as little of its own as possible: what is timed is the server. */
export function openClient(address: string) {
  const agent = new Agent({ keepAlive: true })

  const ask = async <T>(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Timed<T>> => {
    const began = performance.now()
    const payload = body && JSON.stringify(body)
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const type = payload ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) } : {}
      request(address + path, { agent, method, headers: { ...type, ...headers } }, resolve)
        .on('error', reject)
        .end(payload)
    })
    const answer = await text(response)
    const ms = performance.now() - began
    if (response.statusCode !== 200) throw new Error(`${method} ${path}: HTTP ${response.statusCode} ${answer}`)
    return { body: JSON.parse(answer) as T, ms }
  }

  return {
    get: <T>(path: string) => ask<T>('GET', path),
    post: <T>(path: string, body?: object) => ask<T>('POST', path, body),
    create: (job: JobCreate) => ask<JobAccepted>('POST', '/v1/jobs', afresh(job)),
    /** Creates a job and waits for its end in the same request. */
    async run(job: JobCreate): Promise<Timed<JobAccepted>> {
      const answer = await ask<JobAccepted>('POST', '/v1/jobs', afresh(job), { prefer: 'wait=30' })
      requireSuccess(answer.body.status, answer.body.result?.error)
      return answer
    },
    async end(id: string): Promise<void> {
      let job = await ask<Job>('GET', `/v1/jobs/${id}?wait=30`)
      while (job.body.status === 'queued' || job.body.status === 'running') job = await ask<Job>('GET', `/v1/jobs/${id}?wait=30`)
      requireSuccess(job.body.status, job.body.error)
    },
    close: () => agent.destroy(),
  }
}

export type Client = ReturnType<typeof openClient>

/** An answer from the cache would measure the cache. */
const afresh = (job: JobCreate): JobCreate => ({ ...job, runtime_options: { no_cache: true, ...job.runtime_options } })

/** A run that fails is faster than one that works, so it must not be measured. */
function requireSuccess(status: string, error: unknown): void {
  if (status !== 'succeeded') throw new Error(`A run of the bench is ${status}: ${JSON.stringify(error)}`)
}
