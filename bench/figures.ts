/** One measured quantity: all values that were seen of it, and the aim where there is one. */
export interface Figure {
  readonly id: string
  readonly what: string
  /** None: it could not be measured here, and it is left out. */
  readonly values: readonly number[]
  readonly unit: 'ms' | 'MB' | '/s' | '×' | ''
  readonly aim?: Aim
}

export type Aim = { readonly below: number } | { readonly atLeast: number } | { readonly exactly: number }

/** The median of some values, and how far eight in ten of them spread: of less than ten values from the least to the greatest. */
export interface Spread {
  readonly value: number
  readonly low: number
  readonly high: number
  readonly count: number
}

export function spreadOf(values: readonly number[]): Spread {
  return { value: median(values), low: percentile(values, 10), high: percentile(values, 90), count: values.length }
}

/** Null: there is no aim to meet. */
export function meets({ values, aim }: Figure): boolean | null {
  const value = median(values)
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

/** The same figures of several turns as one list: every figure with the values of all turns. */
export function pooled(turns: readonly (readonly Figure[])[]): Figure[] {
  const byId = new Map<string, Figure>()
  for (const figure of turns.flat()) {
    const before = byId.get(figure.id)?.values ?? []
    byId.set(figure.id, { ...figure, values: [...before, ...figure.values] })
  }
  return [...byId.values()].filter(({ values }) => values.length > 0)
}
