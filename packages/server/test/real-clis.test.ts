import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { codexCli } from '../src/engines/codex/cli.ts'
import { geminiCli } from '../src/engines/gemini/cli.ts'
import { opencodeCli } from '../src/engines/opencode/cli.ts'
import { temporaryFolder } from './support/folder.ts'
import { openInstalling } from './support/installing.ts'
import { realCli, testedCli } from './support/real-clis.ts'
import { openStandIn } from './support/registry.ts'
import { geminiVersion } from './support/stand-in-engines.ts'

const clis = { codex: codexCli, gemini: geminiCli, opencode: opencodeCli }

for (const engine of ['codex', 'gemini', 'opencode'] as const) {
  const { skip, env } = await testedCli(engine)
  test(`the real ${engine} in its pinned version starts and can do all that is needed`, { skip }, async () => {
    await using installing = await openInstalling({ prefix: env['SKILL_RUNNER_NPM_PREFIX'] ?? '', clis })
    const installations = installing.installations()
    const { version, capabilities, source } = installations.current(engine) ?? {}
    assert.deepEqual(
      { version, source, ...capabilities },
      { version: clis[engine].pinned, source: 'managed', resume: true, outputSchema: engine === 'codex', missing: [] },
    )
  })
}

verifies(
  'installer.tests-use-real-clis',
  'a CLI that cannot be had is a named skip, in CI a failure, and once it is there it is kept',
  async (context) => {
    const prefix = join(await temporaryFolder(context), 'npm')
    const registry = await openStandIn({ [geminiCli.npm]: { [geminiCli.pinned]: geminiVersion(geminiCli.pinned) } })
    const here = { prefix, npmEnv: registry.env, isCi: false }
    const env = { SKILL_RUNNER_NPM_PREFIX: prefix }
    const reason = 'codex 0.166.0 could not be installed: E404, 404 Not Found - GET (the registry) - Not found'
    assert.deepEqual(await realCli('codex', here), { skip: reason, env })
    await assert.rejects(realCli('codex', { ...here, isCi: true }), { message: reason })
    assert.deepEqual(await realCli('gemini', here), { skip: false, env })
    await registry[Symbol.asyncDispose]()
    assert.deepEqual(await realCli('gemini', { ...here, isCi: true }), { skip: false, env })
  },
)
