/** One measured number, with what we aim for where we do. */
export interface Figure {
  readonly id: string
  readonly what: string
  readonly value: number
  readonly unit: 'ms' | 'MB' | '/s' | '×' | ''
  readonly aim?: Aim
}

export type Aim = { readonly below: number } | { readonly atLeast: number } | { readonly exactly: number }

/** Null: there is no aim to meet. */
export function meets({ value, aim }: Figure): boolean | null {
  if (!aim) return null
  if ('below' in aim) return value < aim.below
  return 'atLeast' in aim ? value >= aim.atLeast : value === aim.exactly
}

/** The smallest value that so many percent of all values do not exceed (nearest rank). */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length))
  return sorted[rank - 1] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 50)
