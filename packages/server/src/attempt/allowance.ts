import type { Line, Stream } from '../domain/launch.ts'

/** What all children of an attempt may use together. */
export interface Allowance {
  timeLeftMs(): number
  outputLeft(): number
  /** How much they have printed so far. */
  printed(): Readonly<Record<Stream, number>>
  spend(lines: readonly Line[]): void
}

export function openAllowance(limits: { readonly maxOutputBytes: number }, timeoutSec: number): Allowance {
  const deadline = performance.now() + timeoutSec * 1000
  const bytes = { stdout: 0, stderr: 0 }
  return {
    timeLeftMs: () => Math.max(1, deadline - performance.now()),
    outputLeft: () => Math.max(0, limits.maxOutputBytes - bytes.stdout - bytes.stderr),
    printed: () => ({ ...bytes }),
    spend: (lines) => {
      for (const { at } of lines) bytes[at.stream] += at.to - at.from
    },
  }
}
