import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { type Aim, type Figure, meets } from './figures.ts'
import { durability, problemsOf, type Settings } from './settings.ts'

export interface Report {
  readonly valid: boolean
  readonly problems: readonly string[]
  readonly settings: Settings & { readonly durable_writes: string }
  readonly machine: Machine
  readonly sections: readonly { readonly title: string; readonly figures: readonly Figure[] }[]
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

export function reportOf(settings: Settings, machine: Machine, sections: Report['sections']): Report {
  const problems = problemsOf(settings)
  return {
    valid: problems.length === 0,
    problems,
    settings: { ...settings, durable_writes: durability },
    machine,
    sections,
  }
}

/** For programs: one object, with `meets` next to every aim. */
export function jsonOf({ valid, problems, settings, machine, sections }: Report): string {
  const figures = sections.flatMap((section) => section.figures)
  const rows = figures.map((figure) => ({ ...figure, value: rounded(figure.value), meets: meets(figure) }))
  const { version, ...rest } = settings
  return `${JSON.stringify({ valid, problems, version, settings: rest, machine, figures: rows }, null, 2)}\n`
}

/** For people: settings, machine, then every figure with its aim. */
export function tableOf({ valid, problems, settings, machine, sections }: Report): string {
  const { cores, cpu, memory_gb, platform, node, load_before } = machine
  const head = {
    valid: valid ? 'yes' : 'INVALID',
    sandbox: settings.sandbox,
    audit: settings.audit,
    'durable writes': settings.durable_writes,
    limits: `${settings.maxRunning} runs at a time, ${settings.maxQueue} may wait (defaults)`,
    machine: `${cores} cores, ${cpu}, ${memory_gb} GB, ${platform}, Node ${node}; the aims are for 2 cores`,
    'load before': `${load_before}${load_before > 0.5 ? ' (something else is running, and the figures show it)' : ''}`,
  }
  return [
    `Agent Skill Runner ${settings.version}: bench`,
    '',
    ...Object.entries(head).map(([name, value]) => `  ${name.padEnd(16)}${value}`),
    ...problems.map((problem) => `  ${''.padEnd(16)}${problem}`),
    ...sections.flatMap(({ title, figures }) => ['', title, ...figures.map(rowOf)]),
    ...(valid ? [] : ['', 'INVALID: figures count only with sandbox, audit and durable writes on.']),
    '',
  ].join('\n')
}

function rowOf(figure: Figure): string {
  const met = meets(figure)
  const mark = met === null ? '' : met ? '✓' : '✗ missed'
  return `  ${figure.what.padEnd(50)}${amount(figure.value, figure.unit).padStart(12)}  ${aimOf(figure).padEnd(12)}${mark}`.trimEnd()
}

function aimOf({ aim, unit }: Figure): string {
  return aim ? `${sign(aim)} ${unit ? `${Object.values(aim)[0]} ${unit}` : Object.values(aim)[0]}` : ''
}

const sign = (aim: Aim): string => ('below' in aim ? '<' : 'atLeast' in aim ? '≥' : '=')

const amount = (value: number, unit: Figure['unit']): string => (unit ? `${rounded(value)} ${unit}` : `${rounded(value)}`)

/** Three digits are more than two runs of a bench agree on. */
const rounded = (value: number): number => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)))
