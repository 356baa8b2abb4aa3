type Labels = Readonly<Record<string, string>>

interface Metric {
  readonly name: string
  readonly help: string
}

/** How often something happened, or how much of it, by its labels, as Prometheus reads it. */
export function counterOf({ name, help }: Metric) {
  const counts = new Map<string, number>()
  return {
    add(labels: Labels, by = 1): void {
      const key = textOf(labels)
      counts.set(key, (counts.get(key) ?? 0) + by)
    },
    render: (): string => [...headOf(name, help, 'counter'), ...[...counts].map(([key, n]) => `${name}{${key}} ${n}`)].join('\n'),
  }
}

/** How long something took, by its labels, as Prometheus reads it. Bounds are in rising order. */
export function histogramOf({ name, help }: Metric, bounds: readonly number[]) {
  interface Series {
    /** How many lie at or below each bound and above the one before; the last: above all of them. */
    readonly within: number[]
    sum: number
  }
  const all = new Map<string, Series>()
  const linesOf = ([key, { within, sum }]: [string, Series]): string[] => {
    const upTo = within.map((_, i) => within.slice(0, i + 1).reduce((total, n) => total + n, 0))
    const buckets = upTo.map((n, i) => `${name}_bucket{le="${bounds[i] ?? '+Inf'}",${key}} ${n}`)
    return [...buckets, `${name}_sum{${key}} ${sum}`, `${name}_count{${key}} ${upTo.at(-1)}`]
  }
  return {
    observe(labels: Labels, value: number): void {
      const key = textOf(labels)
      const series = all.get(key) ?? { within: Array(bounds.length + 1).fill(0), sum: 0 }
      const at = bounds.findIndex((bound) => value <= bound)
      series.within[at < 0 ? bounds.length : at] = (series.within.at(at) ?? 0) + 1
      series.sum += value
      all.set(key, series)
    },
    render: (): string => [...headOf(name, help, 'histogram'), ...[...all].flatMap(linesOf)].join('\n'),
  }
}

const headOf = (name: string, help: string, type: string): string[] => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]

const textOf = (labels: Labels): string => {
  let text = ''
  for (const name in labels) text += `${text === '' ? '' : ','}${name}="${escaped(labels[name] ?? '')}"`
  return text
}

const escaped = (value: string): string =>
  /[\\"\n]/.test(value) ? value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n') : value
