import { writeFileSync } from 'node:fs'
import { commitOf } from './commit.ts'
import { spreadOf } from './figures.ts'
import { baselineOf, nextLast, readLast, saveLast } from './last.ts'
import type { Bench } from './measurements.ts'
import { help, type Options, readOptions } from './options.ts'
import { openPlace, type Place } from './place.ts'
import { type Baseline, figuresOf, jsonOf, type Report, reportOf, roundedSpread, type Section, thisMachine } from './report.ts'
import { findSettings, problemsOf, type Settings } from './settings.ts'
import { measureInTurns } from './sitting.ts'
import type { Subject } from './subject.ts'
import { tableOf } from './table.ts'

/** `npm run bench`: measures a real server with everything on that makes it safe, and prints a table, or JSON. */

const options = optionsOrExit()
const place = openPlace(options.folder)
endWithParent(place)
try {
  const report = await measure(place)
  print(report)
  process.exitCode = report.valid && report.sections.every(({ failure }) => failure === null) ? 0 : 1
} catch (error) {
  console.error('The bench failed:', error)
  process.exitCode = 1
} finally {
  await place.end()
}

async function measure(place: Place): Promise<Report> {
  const machine = thisMachine()
  const { subject, against, chosen, turns, leftOut } = options
  if (leftOut.length > 0) process.stderr.write(`Left out, since they need more than HTTP: ${leftOut.join(', ')}.\n`)
  const settings = await settingsOf(place, subject)
  const otherSettings = against && (await settingsOf(place, against))
  const benches = [benchOf(place, subject, settings), ...(against ? [benchOf(place, against, otherSettings)] : [])]
  const sections: Section[] = []
  const others: Section[] = []
  // Figures that do not count are not taken.
  const problems = [settings, otherSettings].flatMap((found) => (found ? problemsOf(found) : []))
  for (const measurement of problems.length > 0 ? [] : chosen) {
    const [own, other] = await measureInTurns(measurement, benches, turns)
    if (own) sections.push(own)
    if (other) others.push(other)
  }
  const baseline = against ? otherServer(against.root, others) : baselineOf(readLast(), machine)
  return reportOf(settings, { commit: subject.kind === 'tree' ? commitOf(subject.root) : null, machine, sections, baseline })
}

/** Null: the server runs elsewhere, and its settings are its own affair. */
async function settingsOf(place: Place, subject: Subject): Promise<Settings | null> {
  return subject.kind === 'tree' ? findSettings({ ...benchOf(place, subject, null), subject }) : null
}

function benchOf(place: Place, subject: Subject, settings: Settings | null): Bench {
  const count = (usual: number) => (options.quick ? Math.ceil(usual / 10) : usual)
  return { place, subject, count, maxRunning: settings?.maxRunning ?? 4 }
}

function otherServer(root: string, sections: readonly Section[]): Baseline {
  const figures = figuresOf({ sections }).map(({ id, values }) => [id, roundedSpread(spreadOf(values))])
  return { kind: 'other server', commit: commitOf(root), doubt: null, figures: Object.fromEntries(figures) }
}

function print(report: Report): void {
  const { out, json, save } = options
  process[json ? 'stderr' : 'stdout'].write(tableOf(report))
  if (json) process.stdout.write(jsonOf(report))
  if (out) writeFileSync(out, jsonOf(report))
  if (save && report.valid) saveLast(nextLast(readLast(), report))
}

function optionsOrExit(): Options {
  try {
    const read = readOptions(process.argv.slice(2), process.env)
    if (read) return read
    process.stdout.write(help)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
    process.exit(2)
  }
}

/** However the bench is ended, its servers end first and nothing is left on the disk. */
function endWithParent(place: Place): void {
  const end = (): void => {
    process.stderr.write('The bench is ended …\n')
    place.end().finally(() => process.exit(1))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  process.channel?.unref()
  process.once('disconnect', end)
}
