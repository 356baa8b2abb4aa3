import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { openGate } from '../src/gate/open-gate.ts'
import { ask } from '../src/installed/ask.ts'
import { npm } from '../src/installed/npm.ts'
import { runTurn } from '../src/probe/run-turn.ts'
import { type Bounds, resourcesWithin } from '../src/process/bounds.ts'
import { findCgroups, groupName, noCgroups } from '../src/process/cgroups.ts'
import { startApp } from './support/app.ts'
import { temporaryFolder } from './support/folder.ts'
import { openInstalling } from './support/installing.ts'
import { fakeCli } from './support/stand-in-engines.ts'
import { until } from './support/until.ts'

const bounds: Bounds = {
  cgroups: noCgroups('Switched off by this test.'),
  limits: { memory_bytes: 0, processes: 0, cpu_seconds: 1000, open_files: 200, file_bytes: 2 ** 30 },
  prefix: 'inst_bounds:',
}

/** Says what holds for it, whatever it is asked. */
const standIn = `#!/bin/sh
echo "oom_score_adj $(cat /proc/self/oom_score_adj)"
sed -n 's/  */ /g; s/ $//; /^Max \\(cpu time\\|file size\\|open files\\)/p' /proc/self/limits
`
const held = `oom_score_adj 500
Max cpu time 1000 1005 seconds
Max file size 1073741824 1073741824 bytes
Max open files 200 200 files
`
const isFree = (said: string): boolean =>
  said.startsWith(`oom_score_adj ${readFileSync('/proc/self/oom_score_adj', 'utf8').trim()}\nMax cpu time unlimited`)

async function writeStandIn(context: TestContext, name: string, text = standIn): Promise<{ folder: string; file: string }> {
  // In a folder that others may enter.
  const folder = join(await temporaryFolder(context), 'bin')
  mkdirSync(folder)
  const file = join(folder, name)
  writeFileSync(file, text, { mode: 0o755 })
  return { folder, file }
}

async function saidToQuestion(context: TestContext, given: Bounds | null): Promise<string> {
  const { folder } = await writeStandIn(context, 'fake')
  await using bench = await openInstalling({ prefix: join(folder, 'npm'), clis: { fake: fakeCli } })
  const asked = (scene: { program: { path: string } }) => ({
    ...{ argv: [scene.program.path] as const, env: {}, stdin: null, files: [], shown: [] },
  })
  const program = { folder, path: 'fake', runBy: 'itself' as const }
  return (await ask({ ...bench.asker, bounds: given }, program, asked, { timeoutMs: 60_000 })).stdout
}

async function saidByNpm(context: TestContext, given: Bounds | null): Promise<string> {
  const { folder } = await writeStandIn(context, 'npm')
  return npm(
    { env: { PATH: `${folder}:/usr/bin:/bin` }, secrets: [], bounds: given },
    {
      ...{ args: ['install'], cwd: folder, log: join(folder, 'log'), marker: 'bounds:npm', timeoutMs: 60_000, onLine() {} },
      signal: new AbortController().signal,
    },
  )
}

async function saidInTurn(context: TestContext, given: Bounds | null): Promise<string> {
  const { folder, file } = await writeStandIn(context, 'fake')
  using resources = given && resourcesWithin(given, 'turn', false)
  const said: string[] = []
  const gate = openGate({ rules: [], onDecision() {} })
  try {
    await runTurn(
      { argv: [file], env: { PATH: '/usr/bin:/bin', SKILL_RUNNER_MARK: 'bounds:turn' }, cwd: folder, stdin: null },
      {
        ...{ gate, resources, endAt: null, timeoutMs: 60_000, graceMs: 100, marker: 'bounds:turn' },
        signal: new AbortController().signal,
        logs: { stdout: join(folder, 'out'), stderr: join(folder, 'err') },
        onLines: async (lines) => void said.push(...lines.map(({ text }) => text)),
      },
    )
  } finally {
    gate.close()
  }
  return said.join('')
}

const ways = { 'a CLI that is asked something': saidToQuestion, 'a CLI that is probed': saidInTurn, npm: saidByNpm }

for (const [who, saidBy] of Object.entries(ways))
  verifies('limits.everything-started', `${who} is held to limits and goes first; without bounds it is not`, async (context) => {
    assert.equal(await saidBy(context, bounds), held)
    const free = await saidBy(context, null)
    assert.ok(isFree(free), free)
  })

verifies(
  'limits.everything-started',
  'a server gives such bounds, and leaves no group of those it has asked',
  async (context) => {
    const { file } = await writeStandIn(context, 'codex', '#!/bin/sh\necho "codex-cli 1.2.$(cat /proc/self/oom_score_adj)"\n')
    await using app = await startApp({ env: { SKILL_RUNNER_CODEX_BIN: file } })
    const { installations, cgroups, store } = app.app.runner
    const version = await until('it was asked', () => installations.current('codex')?.version)
    assert.equal(version, '1.2.500')
    if (findCgroups().reason !== null) return
    const left = () =>
      Object.values(cgroups.places).flatMap((place) =>
        place ? readdirSync(place.folder).filter((name) => name.startsWith(groupName(`${store.nodeId}:ask-`))) : [],
      )
    await until('its group is gone', () => left().length === 0)
  },
)
