import { fileURLToPath } from 'node:url'
import type { Engine } from '../engine.ts'
import { replayFailure } from './failure.ts'
import { replayLaunch } from './launch.ts'
import { replayParser } from './parse.ts'
import { replayModels, replayObstacle, replayScript } from './sources.ts'

/** Plays what a skill brings in `assets/replay/`: for tests, demos, and authors who try a skill without spending tokens. */
export const replay: Engine = {
  id: 'replay',
  parserName: 'replay_ndjson',
  confidence: 0.95,
  can: { resume: true, outputSchema: false },
  usageIs: 'per_turn',
  reports: { tokens: 'after_each_call', cost_usd: 'after_each_call' },
  cli: fileURLToPath(new URL('./cli.mjs', import.meta.url)),
  settings: null,
  account: null,
  obstacle: replayObstacle,
  models: ({ skillFiles }) => ({
    models: replayModels(skillFiles).map((id) => ({ id, name: id, aliases: [] })),
    fallbackReason: null,
  }),
  scriptOf: replayScript,
  launch: replayLaunch,
  settingsCheck: null,
  warmUp: null,
  sessionFiles: /^\.replay\/[\w.-]+\.json$/,
  failureOf: replayFailure,
  parser: replayParser,
}
