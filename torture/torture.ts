import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeSkill } from '../packages/server/test/support/skills.ts'
import { type Engines, openEngines } from './engines.ts'
import { fateOf, openLedger } from './ledger.ts'
import { planOf } from './plan.ts'
import type { Postgres } from './postgres.ts'
import { playRound, type Torture } from './round.ts'
import { noRows, readRows } from './rows.ts'
import { skills } from './skills.ts'
import { openTally, type Tally } from './tally.ts'

export interface TortureOptions {
  readonly seed: number
  readonly rounds: number
  /** The first round that is played. */
  readonly from?: number
  readonly folder: string
  /** Those that conversations are held with. */
  readonly engines?: readonly string[]
  /** Jobs and runs are in Postgres, which is restarted in the middle of the load. */
  readonly overPostgres?: boolean
  /** Ends it after the round that is being played. */
  readonly stop?: AbortSignal
  readonly onRound?: (round: number, seconds: number) => void
}

/** Rounds on one data folder, so that history piles up; each begins with what the death of the one before left. */
export async function torment({
  seed,
  rounds,
  from = 0,
  folder,
  engines: names = ['replay'],
  overPostgres = false,
  stop,
  onRound,
}: TortureOptions): Promise<Tally> {
  await using engines = await openEngines(names, join(folder, 'data'))
  await using postgres = overPostgres ? await (await import('./postgres.ts')).openTorturePostgres() : null
  const torture = openTorture(seed, folder, engines, postgres)
  for (let round = from; round < from + rounds && !stop?.aborted; round++) {
    await postgres?.untilServerIsGone()
    const began = performance.now()
    const before = round === from ? noRows : await readRows(torture.where)
    await playRound(torture, planOf(seed, round, engines.names), before).catch((error) => {
      throw new Error(`Round ${round} of seed ${seed} went wrong.`, { cause: error })
    })
    onRound?.(round, (performance.now() - began) / 1000)
  }
  countJobs(torture)
  return torture.tally
}

function openTorture(seed: number, folder: string, engines: Engines, postgres: Postgres | null): Torture {
  mkdirSync(join(folder, 'skills'), { recursive: true })
  for (const skill of skills) writeSkill(join(folder, 'skills'), skill)
  return {
    seed,
    folder,
    where: { data: join(folder, 'data'), postgres },
    ledger: openLedger(),
    settled: new Map(),
    tally: openTally(),
    engines,
  }
}

function countJobs({ ledger, tally }: Torture): void {
  for (const { kind, engine, replies, ended, cancel } of ledger.jobs.values()) {
    tally.add(`${kind} jobs with ${engine}`)
    for (const reply of replies) tally.add(`reply ${fateOf(reply)}`)
    tally.add(ended ? `seen as ${ended.status}` : 'not seen to end')
    if (cancel !== 'none') tally.add(`cancel ${cancel}`)
  }
  for (const attempts of ledger.killed.values()) tally.add('processes killed', attempts.size)
}
