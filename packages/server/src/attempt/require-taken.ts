import type { Engine } from '../engines/engine.ts'
import type { Installation } from '../installed/installations.ts'
import { Fault } from '../lib/fault.ts'
import type { EngineSettings } from '../runs/engine-settings.ts'
import type { AttemptDeps } from './deps.ts'

/** Settings that the CLI rejects fail the run before anything starts. Checked only if a skill or request sets something: it takes a second. */
export async function requireTaken(
  { settingsChecks }: Pick<AttemptDeps, 'settingsChecks'>,
  engine: Engine,
  installation: Installation | null,
  { asked, merged }: EngineSettings,
): Promise<void> {
  if (Object.keys(asked).length === 0) return
  const problem = await settingsChecks.problem(engine, installation, merged)
  if (problem) throw new Fault('ENGINE_CONFIG_INVALID', { engine: engine.id, ...problem })
}
