import type { Engine } from '../engine.ts'
import { opencodeAccount } from './account.ts'
import { opencodeCli } from './cli.ts'
import { opencodeFailure } from './failure.ts'
import { opencodeLaunch } from './launch.ts'
import { opencodeModels, opencodeModelsProbe } from './models.ts'
import { opencodeParser } from './parse.ts'
import { opencodeProbe } from './probe-kit.ts'
import { opencodeSettings } from './settings.ts'
import { opencodeWarmUp } from './warm-up.ts'

export const opencode: Engine = {
  id: 'opencode',
  parserName: 'opencode_ndjson',
  confidence: 0.9,
  can: { resume: true, outputSchema: false },
  usageIs: 'per_turn',
  reports: { tokens: 'after_each_call' },
  cli: opencodeCli,
  settings: opencodeSettings,
  account: opencodeAccount,
  obstacle: () => null,
  models: opencodeModels,
  modelsProbe: opencodeModelsProbe,
  scriptOf: () => null,
  launch: opencodeLaunch,
  // It does not start.
  settingsCheck: null,
  warmUp: opencodeWarmUp,
  sessionFiles: /^\.local\/share\/opencode\/opencode\.db(-wal|-shm)?$/,
  probe: opencodeProbe,
  parser: opencodeParser,
  failureOf: opencodeFailure,
}
