/** What a real probe found at start. */
export type SandboxStatus = 'bubblewrap' | 'unavailable' | 'off'

/** What the operator asked for. */
export type SandboxMode = 'auto' | 'required' | 'off'

/** The folders of a run as its child sees them: neutral inside a sandbox, those of the host without one. */
export interface Places {
  readonly workspace: string
  readonly skill: string
  readonly home: string
  /** The Node that runs scripts. */
  readonly node: string
}

export interface SandboxRequest {
  readonly mode: SandboxMode
  readonly status: SandboxStatus
  /** Shipped with the product, so ours to trust. */
  readonly builtIn: boolean
}

/**
 * Whether a script may run at all. Scripts have their network off by contract, and only the sandbox can hold
 * them to it; our own demo skills are trusted without, and `off` is the operator's explicit choice.
 */
export function mayRunScript({ mode, status, builtIn }: SandboxRequest): boolean {
  if (status === 'bubblewrap') return true
  if (mode === 'required') return false
  return mode === 'off' || builtIn
}

/** An engine needs its network and goes on without a sandbox, with a warning on every run; only `required` forbids it. */
export const mayRunEngine = ({ mode, status }: Omit<SandboxRequest, 'builtIn'>): boolean =>
  status === 'bubblewrap' || mode !== 'required'
