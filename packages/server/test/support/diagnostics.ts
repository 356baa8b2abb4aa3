import assert from 'node:assert/strict'
import { diagnostics } from '@agent-skill-runner/contract/diagnostics.ts'
import { note } from '../../../../test/verifies.ts'

interface Event {
  readonly type?: string
  readonly event?: { readonly type: string }
  readonly data: { readonly code: string; readonly severity: string }
}

/** A diagnostic that the product has made is in the table, matters as much as the table says, and counts as produced. */
export function noteDiagnostic(line: string, where: string): void {
  if (!line.includes('"diagnostic.warning"')) return
  const { type, event, data } = JSON.parse(line) as Event
  if ((type ?? event?.type) !== 'diagnostic.warning') return
  const known = Object.entries(diagnostics).find(([code]) => code === data.code)
  assert.ok(known, `${where} holds the diagnostic ${data.code}, which is in no table`)
  const [code, { severity }] = known
  assert.equal(data.severity, severity, `${where} holds ${code} with another severity than the table`)
  note('diagnostic', code)
}
