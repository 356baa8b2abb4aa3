import { receiptOf } from '../packages/server/src/runs/receipt.ts'
import { digestsOf, writeDigests } from '../packages/server/src/workspace/digests.ts'
import { startApp } from '../packages/server/test/support/app.ts'
import type { Figure } from './figures.ts'
import type { TreeBench } from './measurements.ts'

const skill = { id: 'writes', sh: 'echo kept > "$SKILL_ARTIFACTS_DIR/note.txt"; echo "{}" > "$SKILL_RESULT_FILE"' }

const rounds = 10

/** What the signed statement of a run costs the server, over the digests of its files, which are kept with or without it. */
export async function measureReceipt({ count }: TreeBench): Promise<Figure[]> {
  await using app = await startApp({ skills: [skill] })
  const { runner } = app.app
  const { run_id: run } = await app.job((await app.run('writes')).request_id)
  const seen = await runner.store.runs.get(run)
  if (seen?.state !== 'succeeded') throw new Error(`The run of the bench is ${seen?.state}`)
  const move = { seen, trigger: 'turn.succeeded', committed: seen.committed, at: seen.finishedAt } as const
  const layout = runner.layout.run(run)
  const times = count(50)
  const receipt = () => receiptOf({ ...runner, version: '0.0.0' }, move, 'succeeded')
  const digests = async () => writeDigests(layout, await digestsOf(layout, 1, true))
  const values: number[] = []
  for (let round = 0; round < rounds; round++) values.push((await cpuMs(receipt, times)) - (await cpuMs(digests, times)))
  return [{ id: 'receipt', what: 'server CPU of the receipt of a run', values, unit: 'ms', aim: { below: 1 } }]
}

/** Of one call. */
async function cpuMs(work: () => Promise<unknown>, times: number): Promise<number> {
  const before = process.cpuUsage()
  for (let i = 0; i < times; i++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}
