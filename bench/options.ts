import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { JobCreate } from '../packages/sdk/src/index.ts'
import { type Measurement, measurements } from './measurements.ts'
import type { Remote, Subject, Tree } from './subject.ts'

const thisTree = resolve(import.meta.dirname, '..')

export const help = `Usage: npm run bench -- [options]

Measures a real server with sandbox, audit and durable writes on, and prints a table, or JSON.

  --quick        a tenth of the repetitions
  --only NAMES   only these, with commas between: ${Object.keys(measurements).join(', ')}
  --server DIR   measure the server of this checkout; without it, of this one
  --against DIR  measure the server of this checkout too, in turns, and print its figures and the ratio
  --turns N      how often everything is measured (1; with --against 3)
  --folder DIR   where to make the folder of the bench, to choose the disk
  --json         JSON to stdout, the table to stderr
  --out FILE     JSON to a file as well
  --save         write the figures to bench/last.json; the next bench is compared with them
  --help         print this

To measure a server that runs already, any with the same API:

  BENCH_BASE_URL  its address; no server is started, and only what needs nothing but HTTP is measured:
                  ${Object.keys(measurements)
                    .filter((name) => measurements[name]?.needs === 'http')
                    .join(', ')}
  BENCH_TOKEN     a token for it, where it wants one
  BENCH_JOB       the job to create, as JSON (${JSON.stringify(usualJob())})
`

export interface Options {
  readonly subject: Subject
  readonly against: Tree | null
  readonly turns: number
  readonly chosen: readonly Measurement[]
  /** Titles of what cannot be measured on a server elsewhere. */
  readonly leftOut: readonly string[]
  readonly quick: boolean
  readonly folder: string | undefined
  readonly json: boolean
  readonly out: string | undefined
  readonly save: boolean
}

/** Null: help was asked for. Throws a sentence about what cannot be understood. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: Object.keys(measurements).join(',') },
      server: { type: 'string' },
      against: { type: 'string' },
      turns: { type: 'string' },
      folder: { type: 'string' },
      json: { type: 'boolean', default: false },
      out: { type: 'string' },
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const remote = remoteOf(env)
  const isElsewhere = remote !== null || values.server !== undefined
  if (remote && (values.server ?? values.against))
    throw new Error('BENCH_BASE_URL measures one server: --server and --against are not for it.')
  if (values.save && (values.quick || isElsewhere)) throw new Error('--save is for a whole bench of this tree.')
  const { quick, folder, json, out, save } = values
  const asked = measurementsOf(values.only)
  const chosen = asked.filter(({ needs }) => !remote || needs === 'http')
  return {
    subject: remote ?? { kind: 'tree', root: resolve(values.server ?? thisTree) },
    against: values.against === undefined ? null : { kind: 'tree', root: resolve(values.against) },
    turns: turnsOf(values.turns ?? (values.against === undefined ? '1' : '3')),
    chosen,
    leftOut: asked.filter((one) => !chosen.includes(one)).map(({ title }) => title),
    ...{ quick, folder, json, out, save },
  }
}

function remoteOf({ BENCH_BASE_URL: address, BENCH_TOKEN: token, BENCH_JOB: job }: NodeJS.ProcessEnv): Remote | null {
  if (!address) return null
  return { kind: 'remote', address: address.replace(/\/+$/, ''), token: token || null, job: job ? JSON.parse(job) : usualJob() }
}

/** A built-in skill that is a script, so that every server of this project can run it. */
function usualJob(): JobCreate {
  return { skill_id: 'demo-prime-number', input: { numbers: [7] }, await_upload: false }
}

function measurementsOf(names: string): Measurement[] {
  return names.split(',').map((name) => {
    const measurement = Object.hasOwn(measurements, name) && measurements[name]
    if (!measurement) throw new Error(`There is no measurement "${name}".`)
    return measurement
  })
}

function turnsOf(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new Error('--turns is a number from 1 to 99.')
  return Number(text)
}
