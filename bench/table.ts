import { type Aim, type Figure, meets, type Spread, spreadOf } from './figures.ts'
import { type Baseline, type Report, ratioOf, rounded, type Section } from './report.ts'

/** For people: settings, machine, then every figure with its spread, its aim, and what it was before. */
export function tableOf({ valid, problems, settings, commit, machine, sections, baseline }: Report): string {
  const { cores, cpu, memory_gb, platform, node, load_before } = machine
  const head = {
    valid: valid ? 'yes' : 'INVALID',
    ...(settings && {
      sandbox: settings.sandbox,
      audit: settings.audit,
      'durable writes': settings.durable_writes,
      limits: `${settings.maxRunning} runs at a time, ${settings.maxQueue} may wait (defaults)`,
    }),
    machine: `${cores} cores, ${cpu}, ${memory_gb} GB, ${platform}, Node ${node}; the aims are for 2 cores`,
    'load before': `${load_before}${load_before > 0.5 ? ' (something else is running, and the figures show it)' : ''}`,
    commit: commit ?? 'unknown',
    ...(baseline && { 'next to': nextTo(baseline) }),
  }
  return [
    `Agent Skill Runner ${settings?.version ?? '(a server elsewhere)'}: bench`,
    '',
    ...Object.entries(head).map(([name, value]) => `  ${name.padEnd(16)}${value}`),
    ...problems.map((problem) => `  ${''.padEnd(16)}${problem}`),
    ...sections.flatMap((section) => ['', ...sectionOf(section, baseline)]),
    ...(valid ? [] : ['', 'INVALID: figures count only with sandbox, audit and durable writes on.']),
    '',
  ].join('\n')
}

function nextTo({ kind, commit, doubt }: Baseline): string {
  return `the ${kind}, of commit ${commit ?? 'unknown'}${doubt === null ? '' : ` (${doubt})`}`
}

function sectionOf({ title, figures, failure }: Section, baseline: Baseline | null): string[] {
  const columns = baseline
    ? line('', 'median', 'p10–p90', 'aim', '', 'before', 'p10–p90', 'ratio')
    : line('', 'median', 'p10–p90', 'aim', '')
  return [
    title + columns.slice(title.length),
    ...figures.map((figure) => rowOf(figure, baseline)),
    ...(failure === null ? [] : [`  FAILED: ${failure}`]),
  ]
}

function rowOf(figure: Figure, baseline: Baseline | null): string {
  const { unit } = figure
  const now = spreadOf(figure.values)
  const met = meets(figure)
  const mark = met === null ? '' : met ? '✓' : '✗ missed'
  const before = baseline?.figures[figure.id]
  const ratio = before && ratioOf(now, before)
  const compared = before ? [amount(before.value, unit), rangeOf(before), ratio === null ? '' : `× ${ratio}`] : []
  return line(`  ${figure.what}`, amount(now.value, unit), rangeOf(now), aimOf(figure), mark, ...compared)
}

function line(what: string, value: string, range: string, aim: string, mark: string, ...before: string[]): string {
  const [was = '', wasRange = '', ratio = ''] = before
  const now = `${what.padEnd(52)}${value.padStart(11)}  ${range.padEnd(13)}  ${aim.padEnd(9)}${mark.padEnd(9)}`
  return `${now}${was.padStart(11)}  ${wasRange.padEnd(13)}  ${ratio}`.trimEnd()
}

/** Of a single value there is no spread. */
const rangeOf = ({ low, high, count }: Spread): string => (count < 2 ? '' : `${rounded(low)}–${rounded(high)}`)

function aimOf({ aim, unit }: Figure): string {
  return aim ? `${sign(aim)} ${unit ? `${Object.values(aim)[0]} ${unit}` : Object.values(aim)[0]}` : ''
}

const sign = (aim: Aim): string => ('below' in aim ? '<' : 'atLeast' in aim ? '≥' : '=')

const amount = (value: number, unit: Figure['unit']): string => (unit ? `${rounded(value)} ${unit}` : `${rounded(value)}`)
