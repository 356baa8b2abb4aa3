import type { Attempts } from '../intake/cancel.ts'
import type { IntakeDeps } from '../intake/deps.ts'

/** The dependencies of tests of skills: those of requests, for each cell is a job like others. */
export interface EvalsDeps extends IntakeDeps {
  readonly attempts: Attempts & { readonly stopping: boolean }
  /** What a package has to pass to be installed, and who judges its statements; null: nothing. */
  readonly installGate: { readonly grader: string | null } | null
}
