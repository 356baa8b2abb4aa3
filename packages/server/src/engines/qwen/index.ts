import type { Engine } from '../engine.ts'
import { qwenAccount } from './account.ts'
import { qwenCli } from './cli.ts'
import { qwenFailure } from './failure.ts'
import { qwenLaunch } from './launch.ts'
import { qwenModels } from './models.ts'
import { qwenParser } from './parse.ts'
import { qwenProbe } from './probe-kit.ts'
import { qwenSettings } from './settings.ts'

export const qwen: Engine = {
  id: 'qwen',
  parserName: 'qwen_stream_json',
  confidence: 0.9,
  // It has a schema, but fails a turn whose model only says its answer: ours looks for the answer there.
  can: { resume: true, outputSchema: false },
  usageIs: 'per_session',
  reports: { tokens: 'after_each_call' },
  cli: qwenCli,
  settings: qwenSettings,
  account: qwenAccount,
  obstacle: () => null,
  models: qwenModels,
  scriptOf: () => null,
  launch: qwenLaunch,
  settingsCheck: null,
  // Half a second of two would be won, and the first run would wait for five.
  warmUp: null,
  sessionFiles: /^\.qwen\/projects\/[^/]+\/(?:chats\/[^/]+|meta\.json)$/,
  probe: qwenProbe,
  parser: qwenParser,
  failureOf: qwenFailure,
}
