import type { Engine } from '../engine.ts'
import { geminiAccount } from './account.ts'
import { geminiCli } from './cli.ts'
import { geminiFailure } from './failure.ts'
import { geminiLaunch } from './launch.ts'
import { geminiModels } from './models.ts'
import { geminiParser } from './parse.ts'
import { geminiProbe } from './probe-kit.ts'
import { geminiSettings } from './settings.ts'
import { geminiSettingsCheck } from './settings-check.ts'
import { geminiWarmUp } from './warm-up.ts'

export const gemini: Engine = {
  id: 'gemini',
  parserName: 'gemini_json',
  confidence: 0.9,
  can: { resume: true, outputSchema: false },
  usageIs: 'per_turn',
  reports: { tokens: 'at_the_end' },
  cli: geminiCli,
  settings: geminiSettings,
  account: geminiAccount,
  obstacle: () => null,
  models: geminiModels,
  scriptOf: () => null,
  launch: geminiLaunch,
  settingsCheck: geminiSettingsCheck,
  warmUp: geminiWarmUp,
  sessionFiles: /^\.gemini\/(projects\.json|(tmp|history)\/[^/]+\/(\.project_root|chats\/[^/]+))$/,
  probe: geminiProbe,
  parser: geminiParser,
  failureOf: geminiFailure,
}
