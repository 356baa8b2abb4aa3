import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { type Figure, meets, type Spread, spreadOf } from './figures.ts'
import { durability, problemsOf, type Settings } from './settings.ts'

export interface Report {
  readonly valid: boolean
  readonly problems: readonly string[]
  /** Null: the server runs elsewhere, and nothing is known of it but its answers. */
  readonly settings: (Settings & { readonly durable_writes: string }) | null
  readonly commit: string | null
  readonly machine: Machine
  readonly sections: readonly Section[]
  /** What the figures stand next to. */
  readonly baseline: Baseline | null
}

export interface Section {
  readonly title: string
  readonly figures: readonly Figure[]
  /** Why there are none; null: there are. */
  readonly failure: string | null
}

/** Figures from before: the last that were saved, or those of another server in the same sitting. */
export interface Baseline {
  readonly kind: 'last figures' | 'other server'
  readonly commit: string | null
  /** Why the ratios say little; null: they can be relied on. */
  readonly doubt: string | null
  readonly figures: Readonly<Record<string, Spread>>
}

export interface Machine {
  readonly cores: number
  readonly cpu: string
  readonly memory_gb: number
  readonly platform: string
  readonly node: string
  /** Of the last minute before the bench: above 0.5 the figures tell of others as well. */
  readonly load_before: number
}

/** Names nothing that is this machine's own: figures are passed on. */
export function thisMachine(): Machine {
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? 'unknown',
    memory_gb: Math.round(totalmem() / 1e8) / 10,
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    load_before: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  }
}

/** A server elsewhere has no settings, and is valid by itself. */
export function reportOf(settings: Settings | null, rest: Omit<Report, 'valid' | 'problems' | 'settings'>): Report {
  const problems = settings ? problemsOf(settings) : []
  return {
    valid: problems.length === 0,
    problems,
    settings: settings && { ...settings, durable_writes: durability },
    ...rest,
  }
}

export const figuresOf = ({ sections }: Pick<Report, 'sections'>): Figure[] => sections.flatMap(({ figures }) => figures)

/** For programs: one object, with `meets` next to every aim, and what there was before next to every figure. */
export function jsonOf({ settings, sections, baseline, ...report }: Report): string {
  const { version = null, ...rest } = settings ?? {}
  const figures = figuresOf({ sections }).map((figure) => rowOf(figure, baseline))
  const failures = sections.flatMap(({ title, failure }) => (failure === null ? [] : [{ title, failure }]))
  const before = baseline && { kind: baseline.kind, commit: baseline.commit, doubt: baseline.doubt }
  return `${JSON.stringify({ ...report, version, settings: settings && rest, failures, baseline: before, figures }, null, 2)}\n`
}

function rowOf(figure: Figure, baseline: Baseline | null) {
  const { values, ...described } = figure
  const now = roundedSpread(spreadOf(values))
  const before = baseline?.figures[figure.id] ?? null
  return { ...described, ...now, meets: meets(figure), before, ratio: before && ratioOf(now, before) }
}

/** Null: there is nothing to divide by. */
export const ratioOf = (now: Spread, before: Spread): number | null =>
  before.value === 0 ? null : rounded(now.value / before.value)

export const roundedSpread = ({ value, low, high, count }: Spread): Spread => ({
  value: rounded(value),
  low: rounded(low),
  high: rounded(high),
  count,
})

/** Three digits are more than two runs of a bench agree on. */
export const rounded = (value: number): number => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)))
