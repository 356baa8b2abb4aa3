import type { ScriptedModel } from '@agent-skill-runner/scripted-model'
import type { Engine } from '../engines/engine.ts'
import type { ProbeKit } from '../engines/probe-kit.ts'
import type { Asker } from '../installed/ask.ts'
import type { Installation } from '../installed/installations.ts'
import type { WarmHomes } from '../installed/warm-home.ts'

/** What all turns of one probe share. */
export interface Examination {
  readonly asker: Asker
  readonly engine: Engine
  readonly kit: ProbeKit
  readonly installation: Installation
  readonly model: ScriptedModel
  readonly warmHomes: WarmHomes
  /** For what it prints; it goes with the probe. */
  readonly folder: string
  /** For the session that a turn has left. */
  readonly sessions: string
  /** Who asked gives up, or the probe has no time left. */
  readonly signal: AbortSignal
  /** For one turn. */
  readonly turnMs: number
  /** Between the request to end and the end. */
  readonly graceMs: number
}
