import type { Engine } from './engine.ts'

/** Every engine there is, by name, in the order in which they are told and preferred. A new one is one more line, and nothing else. */
export const engines: Readonly<Record<string, Engine>> = {
  ...(await import('./codex/index.ts')),
  ...(await import('./gemini/index.ts')),
  ...(await import('./iflow/index.ts')),
  ...(await import('./opencode/index.ts')),
  ...(await import('./claude/index.ts')),
  ...(await import('./qwen/index.ts')),
  ...(await import('./replay/index.ts')),
}

export const knownEngines: readonly string[] = Object.keys(engines)
