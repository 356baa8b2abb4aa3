/** The engines the product can know by name, ready or not. */
export const knownEngines = ['codex', 'gemini', 'iflow', 'opencode', 'claude', 'qwen', 'replay'] as const
