import { realCli } from './real-clis.ts'

/** Before tests that have no network: what cannot be had is said here, and their skips say it again. */
for (const engine of ['codex', 'gemini'] as const) {
  const { skip } = await realCli(engine)
  console.log(skip ? `${engine}: ${skip}` : `${engine} is there`)
}
