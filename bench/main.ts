import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Bench, measurements } from './measurements.ts'
import { openPlace, type Place } from './place.ts'
import { jsonOf, type Report, reportOf, tableOf, thisMachine } from './report.ts'
import { findSettings, problemsOf } from './settings.ts'

/** `npm run bench`: measures a real server with everything on that makes it safe, and prints a table, or JSON. */

const help = `Usage: npm run bench -- [options]

  --quick       a tenth of the repetitions
  --only NAMES  only these, with commas between: ${Object.keys(measurements).join(', ')}
  --folder DIR  where to make the folder of the bench, to choose the disk
  --json        JSON to stdout, the table to stderr
  --out FILE    JSON to a file as well
`

const options = optionsOrExit()
const place = openPlace(options.folder)
endWithParent(place)
try {
  const report = await measure(place)
  const { out, json } = options
  process[json ? 'stderr' : 'stdout'].write(tableOf(report))
  if (json) process.stdout.write(jsonOf(report))
  if (out) writeFileSync(out, jsonOf(report))
  process.exitCode = report.valid ? 0 : 1
} catch (error) {
  console.error('The bench failed:', error)
  process.exitCode = 1
} finally {
  place.remove()
}

async function measure(place: Place): Promise<Report> {
  const machine = thisMachine()
  const settings = await findSettings(place)
  // Figures that do not count are not taken.
  const chosen = problemsOf(settings).length > 0 ? [] : options.chosen
  const count = (usual: number) => (options.quick ? Math.ceil(usual / 10) : usual)
  const bench: Bench = { place, count, maxRunning: settings.maxRunning }
  const sections: Report['sections'][number][] = []
  for (const { title, measure } of chosen) {
    process.stderr.write(`${title} …\n`)
    sections.push({ title, figures: await measure(bench) })
  }
  return reportOf(settings, machine, sections)
}

function optionsOrExit() {
  try {
    return readOptions()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
    process.exit(2)
  }
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: Object.keys(measurements).join(',') },
      folder: { type: 'string' },
      json: { type: 'boolean', default: false },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(help)
    process.exit(0)
  }
  const chosen = values.only.split(',').map((name) => {
    const measurement = measurements[name]
    if (!measurement) throw new Error(`There is no measurement "${name}".`)
    return measurement
  })
  return { ...values, chosen }
}

/** However the bench is ended, its servers end with it (they watch for that) and nothing is left on the disk. */
function endWithParent(place: Place): void {
  const end = (): never => {
    place.remove()
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.channel?.unref()
  process.on('disconnect', end)
}
