import type { Engine } from '../engine.ts'
import { claudeAccount } from './account.ts'
import { claudeCli } from './cli.ts'
import { claudeFailure } from './failure.ts'
import { claudeLaunch } from './launch.ts'
import { claudeModels } from './models.ts'
import { claudeParser } from './parse.ts'
import { claudeProbe } from './probe-kit.ts'
import { claudeSettings } from './settings.ts'
import { claudeSettingsCheck } from './settings-check.ts'

export const claude: Engine = {
  id: 'claude',
  parserName: 'claude_stream_json',
  confidence: 0.95,
  can: { resume: true, outputSchema: 'plain' },
  skillsFolder: '.claude/skills',
  usageIs: 'per_turn',
  reports: { tokens: 'after_each_call', cost_usd: 'at_the_end' },
  cli: claudeCli,
  settings: claudeSettings,
  account: claudeAccount,
  obstacle: () => null,
  models: claudeModels,
  scriptOf: () => null,
  launch: claudeLaunch,
  settingsCheck: claudeSettingsCheck,
  // A fresh home costs it nothing.
  warmUp: null,
  sessionFiles: /^\.claude\/projects\/[^/]+\/[^/]+\.jsonl$/,
  probe: claudeProbe,
  parser: claudeParser,
  failureOf: claudeFailure,
}
