import type { Recording } from '@agent-skill-runner/contract/recording.ts'
import type { FastifyInstance } from 'fastify'
import { isTerminal } from '../../domain/run.ts'
import { Fault } from '../../lib/fault.ts'
import { recordRun } from '../../recording/record.ts'
import { readArtifacts } from '../../runs/read.ts'
import { secretsOfRun } from '../../runs/run-secrets.ts'
import { bundle } from '../../workspace/bundle.ts'
import { openArtifact } from '../../workspace/download.ts'
import { attachment } from '../attachment.ts'
import { type Call, route } from '../route.ts'
import { nothing, sendFile } from '../send-file.ts'
import type { DoorDeps, RouteDeps } from './deps.ts'
import { type Find, findJob } from './find.ts'

/** Files that a run left: one by one, all in one, and as a recording. */
export function fileRoutes(app: FastifyInstance, { runner }: RouteDeps): void {
  const of = filesOf(runner, findJob(runner))
  route(app, 'getJobArtifact', of.artifact)
  route(app, 'getJobBundle', of.bundle)
  route(app, 'getJobRecording', of.recording)
}

export const filesOf = (runner: DoorDeps, find: Find) => ({
  artifact: async (call: Call<'getJobArtifact'>) => {
    const { run } = await find(call)
    const artifact = await openArtifact(runner.layout.run(run.id), call.params.path, () => secretsOfRun(runner, run))
    return sendFile(artifact, call.params.path, call)
  },

  bundle: async (call: Call<'getJobBundle'>) => {
    const { query, request, reply } = call
    const { job, run } = await find(call)
    if (!isTerminal(run.state)) throw new Fault('RESULT_NOT_READY', { status: run.state })
    const debug = query.debug === undefined ? job.runtimeOptions.debug === true : /^(1|true)$/.test(query.debug)
    reply.type('application/zip').header('content-disposition', attachment(`${job.id}${debug ? '-debug' : ''}.zip`))
    // Who asks for the head only would have us pack everything for nothing.
    if (request.method === 'HEAD') return nothing(call)
    const kept = await runner.store.receipts.get(run.id)
    const signed = { run: run.id, receipt: kept?.envelope ?? null, key: runner.receiptKeys.signing() }
    return bundle({ runFolder: runner.layout.run(run.id).root, artifacts: await readArtifacts(runner, run), debug, signed })
  },

  recording: async (call: Call<'getJobRecording'>): Promise<Recording> => recordRun(runner, await find(call)),
})
