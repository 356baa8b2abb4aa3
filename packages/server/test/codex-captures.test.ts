import { codexParser } from '../src/engines/codex/parse.ts'
import { byHand } from './captures/codex/by-hand.ts'
import { provesCaptures } from './support/capture-suite.ts'

provesCaptures({ title: 'Codex', engine: 'codex', parser: codexParser, byHand, least: 15 })
