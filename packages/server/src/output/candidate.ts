/** Something a run left that may hold its answer. */
export interface Candidate {
  readonly source: 'result_file' | 'message' | 'stdout'
  /** Null: there is none. Asked only when those before it held no answer. */
  read(): Promise<string | null>
}

/** Where a value came from, or who made it. */
export type Source = Candidate['source'] | 'normalizer' | 'fallback' | 'program' | 'engine'

/** Where each is kept, below the folder of the run. */
export const rawPaths: Readonly<Record<Candidate['source'], string>> = {
  result_file: 'raw/result.json',
  message: 'raw/message.txt',
  stdout: 'raw/engine_output.txt',
}

/** Bytes of output that are looked at. */
export const mostOutput = 8 * 1024 * 1024
