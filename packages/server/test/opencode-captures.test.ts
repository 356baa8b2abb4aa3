import { opencodeParser } from '../src/engines/opencode/parse.ts'
import { byHand } from './captures/opencode/by-hand.ts'
import { provesCaptures } from './support/capture-suite.ts'

provesCaptures({ title: 'opencode', engine: 'opencode', parser: opencodeParser, byHand, least: 15, inAnyOrder: true })
