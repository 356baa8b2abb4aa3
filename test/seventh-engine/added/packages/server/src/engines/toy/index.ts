import type { Engine } from '../engine.ts'
import { toyCli } from './cli.ts'
import { toyFailure } from './failure.ts'
import { toyLaunch } from './launch.ts'
import { toyParser } from './parse.ts'

/** The least that an engine is: an agent that needs no provider, no sign-in and no settings. */
export const toy: Engine = {
  id: 'toy',
  parserName: 'toy_ndjson',
  confidence: 0.9,
  can: { resume: true, outputSchema: false },
  usageIs: 'per_turn',
  reports: {},
  cli: toyCli,
  settings: null,
  account: null,
  obstacle: () => null,
  models: () => ({ models: [{ id: 'toy-1', name: 'Toy One', aliases: [] }], fallbackReason: null }),
  scriptOf: () => null,
  launch: toyLaunch,
  settingsCheck: null,
  warmUp: null,
  sessionFiles: /^\.toy\/[\w-]+\.json$/,
  parser: toyParser,
  failureOf: toyFailure,
}
