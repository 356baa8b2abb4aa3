import { type Figure, median } from './figures.ts'

export interface Turn {
  readonly bareMs: number
  readonly runMs: number
}

export interface OverBare {
  /** How the names of the figures begin. */
  readonly id: string
  /** What is run, and what it is compared with. */
  readonly run: string
  readonly bare: string
  readonly aimMs: number
}

/** What runs take more than the same without a server, from turns of both. */
export function overBare(turns: readonly Turn[], { id, run, bare, aimMs }: OverBare): Figure[] {
  const runs = turns.map(({ runMs }) => runMs)
  const alone = turns.map(({ bareMs }) => bareMs)
  const usual = median(alone)
  return [
    { id: `${id}.over`, what: `${run}, over ${bare}`, values: runs.map((ms) => ms - usual), unit: 'ms', aim: { below: aimMs } },
    { id: `${id}.ratio`, what: `${run}, times ${bare}`, values: runs.map((ms) => ms / usual), unit: '×' },
    { id: `${id}.p50`, what: `${run}`, values: runs, unit: 'ms' },
    { id: `${id}.bare`, what: `${bare}`, values: alone, unit: 'ms' },
  ]
}
