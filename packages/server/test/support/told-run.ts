import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RunId, Trigger } from '../../src/domain/run.ts'
import { EventLog } from '../../src/events/log.ts'
import { type RaspDraft, stateChanged, terminal } from '../../src/events/rasp.ts'
import { layoutOf } from '../../src/workspace/layout.ts'
import { printer } from './log.ts'
import { jobOf, queuedRun } from './runs.ts'
import { openStore } from './store.ts'

/** One thing that happened to a run, and when: a line it printed, something noticed, or a move. */
export type Told = { readonly at: string } & (
  | { readonly prints: string }
  | { readonly warns: string }
  | { readonly moves: Trigger; readonly ends?: true }
)

/** Writes a run into a data folder before its server starts, as if an earlier server had run it. */
export async function tellRun(folder: string, id: RunId, story: readonly Told[]): Promise<void> {
  const data = join(folder, 'data')
  const layout = layoutOf(data).run(id)
  const store = await openStore(data)
  let now = ''
  const log = new EventLog({
    ledger: store.runs,
    files: (_run, attempt, protocol) => layout.events(attempt, protocol),
    clock: { now: () => new Date(now) },
    batchBytes: 1,
  })
  await store.queue.admit(jobOf(queuedRun(id)), queuedRun(id), 10)
  const job = jobOf(queuedRun(id)).id
  let print = printer()
  for (const step of story) {
    now = step.at
    const run = await store.runs.get(id)
    if (!run) throw new Error('the run is gone')
    if ('moves' in step) {
      const begins = step.moves === 'turn.started' ? { begins: { attempt: run.attempt + 1, owner: 'an earlier boot' } } : {}
      if (step.moves === 'turn.started') print = printer()
      const moved = await log.move({
        run: id,
        job,
        trigger: step.moves,
        ...begins,
        drafts: (from, to) => [stateChanged(from, to, step.moves), ...(step.ends ? [terminal('succeeded', null)] : [])],
      })
      if (!moved) throw new Error(`${step.moves} is no move of a run that is ${run.state}`)
      continue
    }
    if (run.state !== 'running') throw new Error(`a run that is ${run.state} says nothing`)
    if ('prints' in step) {
      const file = layout.stream(run.attempt, 'stdout')
      mkdirSync(dirname(file), { recursive: true })
      appendFileSync(file, step.prints)
    }
    await log.append(run, job, 'prints' in step ? print(step.prints) : [noticed(step.warns)])
  }
  await log.close()
  await store.close()
}

const noticed = (message: string): RaspDraft => ({
  type: 'diagnostic.warning',
  data: { code: 'ENGINE_ERROR_REPORTED', message, severity: 'warning' },
})
