import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Spread, spreadOf } from './figures.ts'
import { type Baseline, figuresOf, type Machine, type Report, roundedSpread } from './report.ts'

/** The last figures, in git: the next change is compared with them. */
const lastFile = join(import.meta.dirname, 'last.json')

/** A figure carries its own commit: a bench of a part replaces only its part. */
type SavedFigure = Spread & { readonly unit: string; readonly commit: string | null }

export interface Last {
  readonly commit: string | null
  readonly machine: Machine
  readonly figures: Readonly<Record<string, SavedFigure>>
}

export function readLast(file = lastFile): Last | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

export function baselineOf(last: Last | null, machine: Machine): Baseline | null {
  if (!last) return null
  const doubt = isSame(last.machine, machine) ? null : `from another machine: ${last.machine.cpu}, Node ${last.machine.node}`
  return { kind: 'last figures', commit: last.commit, doubt, figures: last.figures }
}

/** What the file holds after this bench. Figures of another machine are not kept next to those of this one. */
export function nextLast(last: Last | null, report: Pick<Report, 'commit' | 'machine' | 'sections'>): Last {
  const { commit, machine } = report
  const kept = last && isSame(last.machine, machine) ? last.figures : {}
  const measured = figuresOf(report).map(({ id, unit, values }) => [id, { ...roundedSpread(spreadOf(values)), unit, commit }])
  return { commit, machine, figures: { ...kept, ...Object.fromEntries(measured) } }
}

export function saveLast(last: Last, file = lastFile): void {
  writeFileSync(file, `${JSON.stringify(last, null, 2)}\n`)
}

function isSame(a: Machine, b: Machine): boolean {
  return a.cores === b.cores && a.cpu === b.cpu && a.platform === b.platform && a.node === b.node
}
