import { type Figure, pooled } from './figures.ts'
import type { Bench, Measurement } from './measurements.ts'
import type { Section } from './report.ts'

/** Measures one thing on every bench, in turns, so that all of them see the same machine. Answers one section for each bench. */
export async function measureInTurns(measurement: Measurement, benches: readonly Bench[], turns: number): Promise<Section[]> {
  const { title } = measurement
  const seen = new Map<Bench, Figure[][]>(benches.map((bench) => [bench, []]))
  let failure: string | null = null
  try {
    for (let turn = 0; turn < turns; turn++) {
      // The second turn goes backwards: what comes first in one comes last in the next.
      for (const bench of turn % 2 === 0 ? benches : benches.toReversed()) {
        process.stderr.write(`${title}${progress(turn, turns, benches.indexOf(bench), benches.length)} …\n`)
        seen.get(bench)?.push(await measure(measurement, bench))
      }
    }
  } catch (error) {
    // The other measurements are still worth having.
    failure = error instanceof Error ? error.message : String(error)
    process.stderr.write(`  failed: ${failure}\n`)
  }
  return benches.map((bench) => ({ title, figures: pooled(seen.get(bench) ?? []), failure }))
}

function measure(measurement: Measurement, bench: Bench): Promise<Figure[]> {
  if (measurement.needs === 'http') return measurement.measure(bench)
  const { subject } = bench
  if (subject.kind !== 'tree') throw new Error(`${measurement.title} needs a server of our own`)
  return measurement.measure({ ...bench, subject })
}

function progress(turn: number, turns: number, index: number, servers: number): string {
  return [
    ...(turns > 1 ? [`, turn ${turn + 1} of ${turns}`] : []),
    ...(servers > 1 ? [index === 0 ? ', this server' : ', the other one'] : []),
  ].join('')
}
