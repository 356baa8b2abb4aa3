import assert from 'node:assert/strict'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { pino } from 'pino'
import { verifies } from '../../../test/verifies.ts'
import type { Engine } from '../src/engines/engine.ts'
import { engines } from '../src/engines/index.ts'
import { clisOf } from '../src/installed/installations.ts'
import { neutral } from '../src/installed/neutral.ts'
import { systemClock } from '../src/lib/clock.ts'
import { examine } from '../src/probe/examine.ts'
import { command } from '../test/support/cli.ts'
import { temporaryFolder } from '../test/support/folder.ts'
import { openInstalling } from '../test/support/installing.ts'
import { olderCodex, otherCli, type RealCli, realCli } from '../test/support/real-clis.ts'
import { kitsHere } from '../test/support/real-engine.ts'

const pinnedCodex = '0.166.0'

/** What each is known to do; all that is not named here it does. */
const known: Readonly<Record<string, string>> = { iflow: 'The model did not receive the skill.' }

for (const kit of kitsHere) {
  const cli = await realCli(kit.engine)
  const engine = engines[kit.engine]
  assert.ok(engine)

  verifies(
    'drift.probe-writes-a-card',
    `${kit.title}: the version that this release was tested with does all that is tried, and calls nobody`,
    async (context) => {
      const prefix = await borrowed(context, kit.engine, cli)
      const programs = Object.fromEntries(
        Object.entries(cli.env).flatMap(([name, path]) => (name.endsWith('_BIN') ? [[kit.engine, path]] : [])),
      )
      await using installing = await openInstalling({ prefix, programs, clis: clisOf({ [kit.engine]: engine }) })
      const installations = installing.installations()
      await installations.refresh()
      const installation = installations.current(kit.engine)
      assert.ok(installation)
      // Other tests may keep the machine busy.
      const limits = { turnMs: 120_000, wholeMs: 900_000, graceMs: 60_000 }
      const deps = {
        ...installing,
        engines: { built: { [kit.engine]: engine } },
        clock: systemClock,
        logger: pino({ level: 'silent' }),
      }
      await examine({ ...deps, limits }, installation)
      await installations.refresh()
      const after = installations.current(kit.engine)
      assert.deepEqual(after?.card?.findings, expected(engine))
      assert.deepEqual(after?.capabilities, installation.capabilities)
    },
    { skip: cli.skip },
  )
}

/** All that the engine claims. */
function expected({ id: name, can }: Engine) {
  const cases = ['flags', 'skill_folder', 'tool_call', 'schema', 'resume', 'big_output', 'kill', 'network']
  return cases
    .filter((id) => id !== 'schema' || can.outputSchema !== false)
    .map((id) =>
      id === 'skill_folder' && known[name] ? { id, result: 'no', reason: known[name] } : { id, result: 'yes', reason: null },
    )
}

const pinned = await realCli('codex')
const older = await otherCli('codex', olderCodex)

verifies(
  ['drift.upgrade-shows-and-rolls-back', 'drift.probe-writes-a-card'],
  'of two real versions of codex one passes by its help only: the probe finds it, an upgrade to it is refused, and a forced one is rolled back',
  async (context) => {
    const prefix = await borrowed(context, 'codex', pinned)
    borrow(prefix, 'codex', olderCodex, older)
    const cwd = await temporaryFolder(context)
    const env = {
      PATH: process.env['PATH'] ?? '',
      TMPDIR: cwd,
      SKILL_RUNNER_DATA_DIR: join(cwd, 'data'),
      SKILL_RUNNER_NPM_PREFIX: prefix,
    }
    const run = (...words: string[]) => command(['engine', ...words], { cwd, env })
    const reason =
      'It ended with 1. Error loading config.toml: /home/runner/.codex/skill-runner.config.toml:N:1: unknown configuration field `features.unbounded_connection_retries`'

    const refused = await run('upgrade', 'codex', '--version', olderCodex)
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    // Where in the file it stands is nobody's business.
    assert.deepEqual(
      refused.stderr
        .replaceAll(/\d+:1:/g, 'N:1:')
        .trimEnd()
        .split('\n')
        .slice(2),
      [
        'CHANGED       BEFORE  NOW  WHAT',
        `flags         yes     no   ${reason}`,
        'skill_folder  yes     –    a skill in its folder',
        'tool_call     yes     –    a call of its shell tool',
        'schema        yes     –    an output schema',
        'resume        yes     –    a session that continues',
        'big_output    yes     –    an answer of 48 KiB',
        'kill          yes     –    its end, with all it started',
        'network       yes     –    no calls but to its model',
        `codex was not upgraded. Version ${olderCodex} is installed, but not used. It fails at flags: ${neutral(reason)} To use it all the same: ./skill-runner engine upgrade codex --version ${olderCodex} --force`,
        `${pinnedCodex} stays in use.`,
      ],
    )

    const forced = await run('upgrade', 'codex', '--version', olderCodex, '--force')
    assert.deepEqual([forced.code, forced.stdout.split('\n').at(-2)], [0, `codex ${olderCodex} is installed and in use.`])
    const back = await run('rollback', 'codex')
    assert.deepEqual([back.code, back.stdout], [0, `codex ${pinnedCodex} is in use again.\n`])
    const { stdout } = await run('list', '--json')
    const { cli_version, installed_versions } = JSON.parse(stdout).find(({ engine }: { engine: string }) => engine === 'codex')
    assert.deepEqual([cli_version, installed_versions], [pinnedCodex, [pinnedCodex, olderCodex]])
  },
  { skip: pinned.skip || older.skip },
)

/** A folder for engines with the one in use of another, so that nothing is kept there. */
async function borrowed(context: TestContext, engine: string, cli: RealCli): Promise<string> {
  const prefix = join(await temporaryFolder(context), 'npm')
  const { cli: theirs } = engines[engine] ?? {}
  if (typeof theirs === 'object' && theirs.withdrawn === undefined) {
    borrow(prefix, engine, theirs.pinned, cli)
    writeFileSync(join(prefix, engine, 'current'), `${theirs.pinned}\n`)
  }
  return prefix
}

function borrow(prefix: string, engine: string, version: string, { env }: RealCli): void {
  const [from, to] = [env['SKILL_RUNNER_NPM_PREFIX'] ?? '', prefix].map((root) => join(root, engine, version))
  if (from === undefined || to === undefined) return
  mkdirSync(to, { recursive: true })
  cpSync(join(from, 'installation.json'), join(to, 'installation.json'))
  symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'))
}
