import { claudeParser } from '../src/engines/claude/parse.ts'
import { byHand } from './captures/claude/by-hand.ts'
import { provesCaptures } from './support/capture-suite.ts'

provesCaptures({ title: 'Claude Code', engine: 'claude', parser: claudeParser, byHand, least: 15 })
