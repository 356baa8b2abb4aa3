import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { isTerminal } from '../../domain/run.ts'
import { Fault } from '../../lib/fault.ts'
import { readArtifacts } from '../../runs/read.ts'
import { secretsOfRun } from '../../runs/run-secrets.ts'
import { bundle } from '../../workspace/bundle.ts'
import { type OpenArtifact, openArtifact } from '../../workspace/download.ts'
import { attachment } from '../attachment.ts'
import { fileAnswer } from '../file-answer.ts'
import { type Call, route } from '../route.ts'
import type { DoorDeps, RouteDeps } from './deps.ts'
import { type Find, findJob } from './find.ts'

/** Files that a run left: one by one, and all in one. */
export function fileRoutes(app: FastifyInstance, { runner }: RouteDeps): void {
  const of = filesOf(runner, findJob(runner))
  route(app, 'getJobArtifact', of.artifact)
  route(app, 'getJobBundle', of.bundle)
}

export const filesOf = (runner: DoorDeps, find: Find) => ({
  artifact: async (call: Call<'getJobArtifact'>) => {
    const { run } = await find(call)
    const artifact = await openArtifact(runner.layout.run(run.id), call.params.path, () => secretsOfRun(runner, run))
    let isSent = false
    try {
      const stream = answerWith(artifact, call)
      isSent = stream !== null
      return stream ?? nothing(call)
    } finally {
      if (!isSent) await artifact.close()
    }
  },

  bundle: async (call: Call<'getJobBundle'>) => {
    const { query, request, reply } = call
    const { job, run } = await find(call)
    if (!isTerminal(run.state)) throw new Fault('RESULT_NOT_READY', { status: run.state })
    const debug = query.debug === undefined ? job.runtimeOptions.debug === true : /^(1|true)$/.test(query.debug)
    reply.type('application/zip').header('content-disposition', attachment(`${job.id}${debug ? '-debug' : ''}.zip`))
    // Who asks for the head only would have us pack everything for nothing.
    if (request.method === 'HEAD') return nothing(call)
    return bundle({ runFolder: runner.layout.run(run.id).root, artifacts: await readArtifacts(runner, run), debug })
  },
})

/** Sets status and headers; null: they are all there is to send. */
function answerWith({ mime, size, sha256, stream }: OpenArtifact, { params, headers, request, reply }: Call<'getJobArtifact'>) {
  const etag = sha256 && `"${sha256}"`
  const answer = fileAnswer(request.method, headers, { etag, size })
  if (answer.status === 416) {
    reply.header('content-range', `bytes */${size}`)
    throw new Fault('RANGE_NOT_SATISFIABLE', { size })
  }
  // It may be kept, but not used without asking: a run that goes on may still change it.
  if (etag) reply.headers({ etag, 'cache-control': 'private, no-cache' })
  reply.code(answer.status).header('accept-ranges', 'bytes')
  if (answer.status === 304) return null
  const { from, to } = answer
  if (answer.status === 206) reply.header('content-range', `bytes ${from}-${to - 1}/${size}`)
  reply
    .type(contentType(mime))
    .header('content-length', to - from)
    .header('content-disposition', attachment(params.path.split('/').at(-1) ?? ''))
  return request.method === 'HEAD' ? null : stream(from, to)
}

/** Fastify reads a length of nothing from an empty answer to HEAD, unless that is a stream. */
const nothing = ({ request, reply }: Pick<Call<'getJobArtifact'>, 'request' | 'reply'>) =>
  request.method === 'HEAD' ? Readable.from([]) : reply.send()

/** Text without a word on its letters is read as whatever the country of the reader once used. */
const contentType = (mime: string): string => (/^text\/[^;]+$/.test(mime) ? `${mime}; charset=utf-8` : mime)
