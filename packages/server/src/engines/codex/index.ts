import type { Engine } from '../engine.ts'
import { codexAccount } from './account.ts'
import { codexCli } from './cli.ts'
import { codexFailure } from './failure.ts'
import { codexLaunch, codexWarmUp } from './launch.ts'
import { codexModels } from './models.ts'
import { codexParser } from './parse.ts'
import { codexProbe } from './probe-kit.ts'
import { codexSettings } from './settings.ts'

export const codex: Engine = {
  id: 'codex',
  parserName: 'codex_ndjson',
  confidence: 0.95,
  can: { resume: true, outputSchema: 'strict' },
  usageIs: 'per_session',
  reports: { tokens: 'at_the_end' },
  cli: codexCli,
  settings: codexSettings,
  account: codexAccount,
  obstacle: () => null,
  models: codexModels,
  scriptOf: () => null,
  launch: codexLaunch,
  // `--strict-config`: it does not start.
  settingsCheck: null,
  warmUp: { launch: codexWarmUp, keeps: /^\.codex\/(\w+\.sqlite(-wal|-shm)?|installation_id|\.sandbox_migration)$/ },
  sessionFiles: /^\.codex\/(sessions\/|thread_history_\d+\.sqlite|state_\d+\.sqlite)/,
  probe: codexProbe,
  parser: codexParser,
  failureOf: codexFailure,
}
