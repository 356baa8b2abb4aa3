import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { tormentExec } from './exec.ts'
import { tormentWithFaults } from './faults/faults.ts'
import { isOnOwnDisk, noOwnDisk, repeatOnOwnDisk } from './faults/own-disk.ts'
import { tableOf } from './tally.ts'
import { torment } from './torture.ts'

/** `npm run torture`: kills the server and its engines at random instants, and checks after each restart that everything is right. */

const help = `Usage: npm run torture -- [options]

  --seed N         what decides about all rounds (1)
  --rounds N       how many are played (20)
  --from N         the first one (0): with --rounds 1, a single round on an empty folder
  --engines NAMES  those that conversations are held with, with commas between (replay): also codex, gemini, opencode,
                   claude and qwen, the real CLIs with a scripted model, and iflow, a stand-in for the one that was
  --postgres       jobs and runs are in a Postgres of the torture's own, which is restarted under load
  --exec           commands of projects instead: tasks, services and step jobs, and the nursery that keeps them
  --faults         files, rows, disk, descriptors, clock, readers and receivers fail, and processes stop, one after the other
  --folder DIR     where to make the folder of the torture
`

const options = optionsOrExit()
const folder = mkdtempSync(join(options.folder, 'skill-runner-torture-'))
const stop = stopping()
if (options.faults && !isOnOwnDisk() && noOwnDisk === null) {
  const code = await repeatOnOwnDisk(folder)
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}
try {
  const onRound = (round: number, seconds: number, what?: string) =>
    console.log(`round ${round}${what ? ` (${what})` : ''}: right, ${seconds.toFixed(1)} s`)
  const tortured = { ...options, folder, stop, onRound, hasDisk: isOnOwnDisk() }
  if (options.faults && !tortured.hasDisk) console.log(`No disk is filled: ${noOwnDisk}.`)
  const table = options.exec
    ? endsOf(await tormentExec(tortured))
    : tableOf(await (options.faults ? tormentWithFaults(tortured) : torment(tortured)))
  console.log(`\nAll rounds were right.\n\n${table}`)
  rmSync(folder, { recursive: true, force: true })
} catch (error) {
  console.error(`\n${textOf(error)}\n\nThe data folder is kept in ${keep(folder)}. The same again: ${again(options)}`)
  process.exitCode = 1
}

/** A disk of our own goes with us. */
function keep(folder: string): string {
  if (!isOnOwnDisk()) return folder
  const kept = join(dirname(dirname(folder)), basename(folder))
  cpSync(folder, kept, { recursive: true, filter: (path) => !path.endsWith('.sock') && basename(path) !== 'nursery' })
  return kept
}

/** Whoever wants an end gets it after the round; whoever insists, or is gone, at once. */
function stopping(): AbortSignal {
  const stop = new AbortController()
  const end = () => (stop.signal.aborted ? process.exit(1) : stop.abort())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.channel?.unref()
  process.on('disconnect', () => process.exit(1))
  return stop.signal
}

/** How everything ended, and how often. */
function endsOf(ends: readonly string[]): string {
  return [...Map.groupBy(ends, (end) => end)].map(([end, all]) => `${String(all.length).padStart(6)}  ${end}`).join('\n')
}

function again({ seed, from, rounds, engines, exec, faults, overPostgres }: typeof options): string {
  const what = exec ? '--exec' : faults ? '--faults' : `--engines ${engines.join()}${overPostgres ? ' --postgres' : ''}`
  return `npm run torture -- --seed ${seed} --from ${from} --rounds ${rounds} ${what}`
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? (error.stack ?? error.message) : `${error.message}\n${textOf(error.cause)}`
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
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '20' },
      from: { type: 'string', default: '0' },
      engines: { type: 'string', default: 'replay' },
      postgres: { type: 'boolean', default: false },
      exec: { type: 'boolean', default: false },
      faults: { type: 'boolean', default: false },
      folder: { type: 'string', default: tmpdir() },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(help)
    process.exit(0)
  }
  if (values.exec && values.postgres) throw new Error('--postgres is for runs: leave out --exec.')
  if (values.faults && (values.exec || values.postgres)) throw new Error('--faults goes without --exec and --postgres.')
  const number = (name: 'seed' | 'rounds' | 'from') => {
    if (!/^\d{1,9}$/.test(values[name])) throw new Error(`--${name} takes a number.`)
    return Number(values[name])
  }
  return {
    seed: number('seed'),
    rounds: number('rounds'),
    from: number('from'),
    engines: values.engines.split(','),
    overPostgres: values.postgres,
    exec: values.exec,
    faults: values.faults,
    folder: values.folder,
  }
}
