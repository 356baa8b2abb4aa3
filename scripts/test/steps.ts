import type { Children } from './children.ts'
import { closingLine, sum, type Tally } from './tally.ts'

export interface Step {
  readonly name: string
  readonly check: () => Promise<Tally>
}

interface Outcome {
  readonly name: string
  readonly tally: Tally
  readonly seconds: number
}

/** All steps, those of a group at once, also after a failure, and a summary. Answers the exit code. `notes` are told before the closing line. */
export async function runSteps(
  children: Children,
  groups: readonly (readonly Step[])[],
  notes: () => readonly string[] = () => [],
): Promise<number> {
  endWithParent(children)
  const began = performance.now()
  const outcomes: Outcome[] = []
  for (const steps of groups) outcomes.push(...(await Promise.all(steps.map(run))))
  const total = sum(outcomes.map(({ tally }) => tally))
  const seconds = (performance.now() - began) / 1000
  console.log('\n── Summary')
  for (const outcome of [...outcomes, { name: 'All', tally: total, seconds }]) console.log(rowOf(outcome))
  for (const note of notes()) console.log(note)
  console.log(`\n${closingLine(total)}`)
  return total.failed > 0 || total.passed === 0 ? 1 : 0
}

async function run({ name, check }: Step): Promise<Outcome> {
  const began = performance.now()
  return { name, tally: await check(), seconds: (performance.now() - began) / 1000 }
}

const rowOf = ({ name, tally, seconds }: Outcome): string =>
  `${tally.failed ? 'FAILED' : 'passed'}  ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s`

/** However it is ended: by a signal, or because whoever started it is gone. */
function endWithParent(children: Children): void {
  const end = (): never => {
    children.end()
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.on('disconnect', end)
}
