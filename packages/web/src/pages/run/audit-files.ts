/** What the files that a run leaves about itself say (docs/audit.md, docs/output.md). They are read like any others: nothing in them is certain. */

export interface Attempt {
  readonly number: number
  readonly engine: string
  readonly version: string | null
  readonly startedAt: string | null
  readonly ms: number | null
  /** What its end meant: `turn.succeeded`, `turn.needs_input` … */
  readonly trigger: string | null
  readonly errorCode: string | null
  /** How its process ended: `exited`, `timeout` … */
  readonly reason: string | null
  readonly exit: string | null
}

export interface Step {
  /** Null: the output as it was. */
  readonly level: string | null
  readonly source: string
  readonly isValid: boolean
  readonly ms: number | null
  readonly violations: readonly { readonly path: string; readonly message: string }[]
}

/** From `.audit/meta.N.json`; null: it is not such a file. */
export function attemptOf(text: string): Attempt | null {
  const meta = partsOf(parsed(text))
  const completion = partsOf(meta['completion'])
  const [startedAt, endedAt] = [textOf(meta['started_at']), textOf(meta['ended_at'])]
  const number = numberOf(meta['attempt_number'])
  if (number === null) return null
  const exit = numberOf(meta['exit_code'])
  return {
    number,
    engine: [textOf(meta['engine']), textOf(meta['model'])].filter(Boolean).join(' · '),
    version: textOf(meta['cli_version']),
    startedAt,
    ms: startedAt && endedAt ? Date.parse(endedAt) - Date.parse(startedAt) : null,
    trigger: textOf(completion['trigger']),
    errorCode: textOf(completion['error_code']),
    reason: textOf(meta['reason']),
    exit: exit === null ? textOf(meta['signal']) : String(exit),
  }
}

/** The steps of `result/validation.json`, in their order; none: it is not such a file. */
export function stepsOf(text: string): readonly Step[] {
  return listOf(partsOf(parsed(text))['steps']).map((one) => {
    const step = partsOf(one)
    return {
      level: textOf(step['level']),
      source: textOf(step['source']) ?? '',
      isValid: step['ok'] === true,
      ms: numberOf(step['duration_ms']),
      violations: listOf(step['violations']).map((violation) => {
        const { path, message } = partsOf(violation)
        return { path: textOf(path) ?? '', message: textOf(message) ?? '' }
      }),
    }
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const partsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
