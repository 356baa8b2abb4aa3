import { olderCodex, otherCli, realCli } from './real-clis.ts'

/** Before tests that have no network: what cannot be had is said here, and their skips say it again. */
for (const engine of ['codex', 'gemini', 'opencode', 'claude', 'qwen'] as const) {
  const { skip } = await realCli(engine)
  console.log(skip ? `${engine}: ${skip}` : `${engine} is there`)
}

const { skip } = await otherCli('codex', olderCodex)
console.log(skip ? `codex: ${skip}` : `codex ${olderCodex} is there`)
