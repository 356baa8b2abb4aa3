import { geminiParser } from '../src/engines/gemini/parse.ts'
import { byHand } from './captures/gemini/by-hand.ts'
import { provesCaptures } from './support/capture-suite.ts'

provesCaptures({ title: 'Gemini CLI', engine: 'gemini', parser: geminiParser, byHand, least: 14, inAnyOrder: true })
