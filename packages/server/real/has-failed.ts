import assert from 'node:assert/strict'
import type { JobAccepted } from '@agent-skill-runner/contract/job.ts'
import { type EngineApp, plantedKey } from '../test/support/real-engine.ts'

/** The run failed with that code, says why in these words, tells the same to front ends, and shows the key to nobody. */
export async function hasFailed(app: EngineApp, ended: JobAccepted, code: string, says: string | RegExp): Promise<void> {
  const { request_id: id, result } = ended
  const { reason } = (result?.error?.details ?? {}) as { readonly reason?: string }
  assert.deepEqual([result?.status, result?.error?.code], ['failed', code], JSON.stringify(result?.error))
  assert.ok(typeof says === 'string' ? reason?.includes(says) : says.test(reason ?? ''), `${reason} does not hold ${says}`)
  const events = await app.events(id)
  const { type, data } = events.at(-1) ?? {}
  assert.deepEqual([type, (data?.['error'] as { code?: string } | undefined)?.code], ['conversation.failed', code])
  const told = [result, await app.job(id), events, await app.events(id, 'rasp'), app.logged]
  assert.ok(!JSON.stringify(told).includes(plantedKey), 'the key is shown')
}
