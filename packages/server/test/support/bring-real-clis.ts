import { thorough } from '../../../../test/thorough.ts'
import { olderCodex, otherCli, realCli, realInspector } from './real-clis.ts'
import { kitsHere } from './real-engine.ts'

/** Before tests that have no network: what cannot be had is said here, and their skips say it again. */
for (const { engine } of kitsHere) {
  const { skip } = await realCli(engine)
  console.log(skip ? `${engine}: ${skip}` : `${engine} is there`)
}

// For the probe of two versions.
if (thorough || process.env['SKILL_RUNNER_TEST_ENGINES'] === 'all') {
  const { skip } = await otherCli('codex', olderCodex)
  console.log(skip ? `codex: ${skip}` : `codex ${olderCodex} is there`)
}

const { skip } = await realInspector()
console.log(skip ? `mcp-inspector: ${skip}` : 'mcp-inspector is there')
