import type { Engine } from '../engine.ts'
import { iflowAccount } from './account.ts'
import { iflowCli } from './cli.ts'
import { iflowFailure } from './failure.ts'
import { iflowLaunch } from './launch.ts'
import { iflowModels } from './models.ts'
import { iflowParser } from './parse.ts'
import { iflowProbe } from './probe-kit.ts'
import { iflowSettings } from './settings.ts'

export const iflow: Engine = {
  id: 'iflow',
  parserName: 'iflow_text',
  confidence: 0.65,
  can: { resume: true, outputSchema: false },
  skillsFolder: '.iflow/skills',
  // Of the last call of the model only, which is all that it tells.
  usageIs: 'per_turn',
  // Its tokens are those of its last request, however many a turn has.
  reports: {},
  hidesTools: true,
  cli: iflowCli,
  settings: iflowSettings,
  account: iflowAccount,
  obstacle: () => null,
  models: iflowModels,
  scriptOf: () => null,
  launch: iflowLaunch,
  settingsCheck: null,
  warmUp: null,
  sessionFiles: /^\.iflow\/projects\/[^/]+\/session-[^/]+\.jsonl$/,
  probe: iflowProbe,
  parser: iflowParser,
  failureOf: iflowFailure,
}
