import { fileURLToPath } from 'node:url'
import type { Engine } from '../engine.ts'
import { replayLaunch } from './launch.ts'
import { replayParser } from './parse.ts'
import { replayModels, replayObstacle, replayScript } from './sources.ts'

/** Plays what a skill brings in `assets/replay/`: for tests, demos, and authors who try a skill without spending tokens. */
export const replay: Engine = {
  id: 'replay',
  parserName: 'replay_ndjson',
  confidence: 0.95,
  can: { resume: false, outputSchema: false },
  program: fileURLToPath(new URL('./cli.mjs', import.meta.url)),
  obstacle: replayObstacle,
  models: replayModels,
  scriptOf: replayScript,
  launch: replayLaunch,
  parser: replayParser,
}
