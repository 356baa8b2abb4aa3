import type { RaspDraft } from '../events/rasp.ts'

/** The diagnostics of a parser, one line of JSON for each. */
export function diagnosticLines(drafts: readonly RaspDraft[], attempt: number): string {
  return drafts
    .map((draft) => (draft.type === 'diagnostic.warning' ? `${JSON.stringify(lineOf(draft, attempt))}\n` : ''))
    .join('')
}

function lineOf({ data, at }: RaspDraft & { type: 'diagnostic.warning' }, attempt: number) {
  const { code, message, severity, confidence, count } = data
  const raw_ref = at
    ? { attempt_number: attempt, stream: at.stream, byte_from: at.from, byte_to: at.to, encoding: 'utf-8' }
    : null
  return { code, message, severity, confidence, count: count ?? 1, raw_ref }
}
