import { codex } from './codex/index.ts'
import type { Engine } from './engine.ts'
import { gemini } from './gemini/index.ts'
import { replay } from './replay/index.ts'

/** The engines that can be run: the one line to add. */
export const engines: Readonly<Record<string, Engine>> = { codex, gemini, replay }
