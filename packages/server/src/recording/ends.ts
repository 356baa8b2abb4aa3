import { readFile } from 'node:fs/promises'
import type { Run } from '../domain/run.ts'
import { Fault } from '../lib/fault.ts'
import { codeOf } from '../lib/thrown.ts'
import type { RunLayout } from '../workspace/layout.ts'

/** How an attempt ended, as its meta.json has it. */
export interface AttemptEnd {
  readonly exitCode: number
  /** The engine was held to the output schema in a dialect of its own, and its answer was put into that of the skill. */
  readonly hasNativeSchema: boolean
}

/** Of every attempt. One that did not end by itself has no end that could be played. */
export async function readEnds(layout: RunLayout, run: Run): Promise<readonly AttemptEnd[]> {
  const ends: AttemptEnd[] = []
  for (let attempt = 1; attempt <= run.attempt; attempt++) {
    const meta = await readMeta(layout, attempt)
    if (meta?.reason !== 'exited' || typeof meta.exit_code !== 'number')
      throw new Fault('RECORDING_UNAVAILABLE', { reason: whyNot(attempt, meta) })
    ends.push({ exitCode: meta.exit_code, hasNativeSchema: (meta.native_output_schema ?? null) !== null })
  }
  return ends
}

interface Meta {
  readonly reason?: unknown
  readonly exit_code?: unknown
  readonly native_output_schema?: unknown
}

const whyNot = (attempt: number, meta: Meta | null): string =>
  meta === null
    ? `There is no record of how attempt ${attempt} ended.`
    : `The engine did not end by itself in attempt ${attempt} (${String(meta.reason)}).`

async function readMeta(layout: RunLayout, attempt: number): Promise<Meta | null> {
  try {
    return JSON.parse(await readFile(layout.meta(attempt), 'utf8')) as Meta
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return null
    throw error
  }
}
