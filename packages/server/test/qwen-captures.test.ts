import { qwenParser } from '../src/engines/qwen/parse.ts'
import { byHand } from './captures/qwen/by-hand.ts'
import { provesCaptures } from './support/capture-suite.ts'

provesCaptures({ title: 'Qwen Code', engine: 'qwen', parser: qwenParser, byHand, least: 12 })
