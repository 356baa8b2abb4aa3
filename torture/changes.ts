import type { RaspEvent } from '@agent-skill-runner/contract/rasp.ts'

export interface Change {
  readonly from: string
  readonly to: string
  readonly trigger: string
}

/** The states that a run went through. */
export const changesOf = (rasp: readonly RaspEvent[]): Change[] =>
  rasp.flatMap(({ event, data }) => (event.type === 'lifecycle.run.state_changed' ? [data as Change] : []))
