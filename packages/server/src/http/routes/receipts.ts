import type { ReceiptKeyList } from '@agent-skill-runner/contract/receipt.ts'
import type { FastifyInstance } from 'fastify'
import { isTerminal } from '../../domain/run.ts'
import { Fault } from '../../lib/fault.ts'
import { presentKeys } from '../../receipts/key-view.ts'
import { attachment } from '../attachment.ts'
import { jsonType } from '../headers.ts'
import { type Call, route } from '../route.ts'
import type { DoorDeps, RouteDeps } from './deps.ts'
import { type Find, findJob } from './find.ts'

/** What was signed about a run, and what it is verified with. */
export function receiptRoutes(app: FastifyInstance, { runner }: RouteDeps): void {
  route(app, 'getJobReceipt', receiptFor(runner, findJob(runner)))
  route(app, 'listReceiptKeys', (): ReceiptKeyList => presentKeys(runner.receiptKeys.all()))
}

/** A job that was answered from the cache has the receipt of the run that answered it, which names that run. */
export const receiptFor = (runner: DoorDeps, find: Find) => async (call: Call<'getJobReceipt'>) => {
  const { job, run } = await find(call)
  if (!isTerminal(run.state)) throw new Fault('RESULT_NOT_READY', { status: run.state })
  const receipt = await runner.store.receipts.get(run.id)
  if (receipt === null) throw new Fault('RECEIPT_NOT_FOUND', { run_id: run.id })
  // As it was kept: who signed it has to find the same bytes.
  const name = attachment(`${job.id}-receipt.json`)
  return call.reply.type(jsonType).header('content-disposition', name).send(receipt.envelope)
}
