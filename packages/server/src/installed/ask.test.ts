import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import type { Identity } from '../domain/launch.ts'
import type { Engine } from '../engines/engine.ts'
import { geminiCli } from '../engines/gemini/cli.ts'
import { replay } from '../engines/replay/index.ts'
import { noCgroups } from '../process/cgroups.ts'
import { endLeftovers } from '../process/tree.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { type Asker, ask } from './ask.ts'
import type { Installation } from './installations.ts'
import { probe } from './probe.ts'
import { openWarmHomes } from './warm-home.ts'

const installation: Installation = {
  ...{ engine: 'fake', version: '1.0.0', folder: '/', path: 'bin/sh', runBy: 'itself', source: 'managed', card: null },
  capabilities: { resume: true, outputSchema: false, missing: [] },
}

/** Whoever is asked is a line of shell, with nothing around it. */
function openAsker(context: TestContext, script: string, identities: Asker['identities'] = null): Asker {
  const folder = mkdtempSync(join(tmpdir(), 'asr-ask-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const sandbox: Sandbox = {
    status: 'off',
    reason: null,
    detail: null,
    unfiltered: null,
    places: (places) => places,
    wrap: ({ env, cwd }) => ({ argv: ['/bin/sh', '-c', script], env, cwd, stdin: null }),
  }
  return { sandbox, identities, homes: join(folder, 'homes'), bounds: null }
}

const asked = () => ({ argv: ['/bin/sh'] as const, env: {}, stdin: null, files: [], shown: [] })

test('where no user is left to ask as, nothing is left of the question', async (context) => {
  const none = {
    take() {
      throw new Error('All are taken.')
    },
    release() {},
  }
  const asker = openAsker(context, 'exit 0', none)
  await assert.rejects(ask(asker, installation, asked, { timeoutMs: 0 }), { message: 'All are taken.' })
  assert.deepEqual(readdirSync(asker.homes), [])
})

test('a home that cannot be removed does not keep its user', async (context) => {
  const released: Identity[] = []
  const itself = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const asker = openAsker(context, '', { take: () => itself, release: (identity) => void released.push(identity) })
  const run = async () => {
    renameSync(asker.homes, `${asker.homes}-moved`)
    writeFileSync(asker.homes, 'a file where the folder was')
    return { code: 0, stdout: '', stderr: '' }
  }
  await assert.rejects(ask(asker, installation, asked, { timeoutMs: 0, run }), { code: 'ENOTDIR' })
  assert.deepEqual(released, [itself])
})

test('a server that closes ends whoever is being asked, and leaves nothing of the question', async (context) => {
  const closing = new AbortController()
  const asker = { ...openAsker(context, 'echo begun; exec sleep 1000'), closing: closing.signal }
  const answer = ask(asker, installation, asked, { timeoutMs: 1_000_000 })
  setImmediate(() => closing.abort())
  assert.equal((await answer).code, null)
  assert.equal((await ask(asker, installation, asked, { timeoutMs: 1_000_000 })).code, null, 'nor is anybody asked then')
  assert.deepEqual(readdirSync(asker.homes), [])
})

test('whoever is asked carries a mark, so that the next server ends it if this one is killed', async (context) => {
  const noLimits = { memory_bytes: 0, processes: 0, cpu_seconds: 0, open_files: 0, file_bytes: 0 }
  const bounds = { cgroups: noCgroups('not here'), limits: noLimits, prefix: `inst_ask${process.pid}:` }
  const script = 'echo "$SKILL_RUNNER_MARK"; setsid sleep 3600 >/dev/null 2>&1 &'
  const asker = { ...openAsker(context, script), bounds }
  const { stdout } = await ask(asker, installation, asked, { timeoutMs: 60_000 })
  assert.match(stdout, new RegExp(`^${bounds.prefix}ask-\\w+\\n$`))
  assert.equal((await endLeftovers(bounds.prefix, [])).length, 1)
})

test('a version that never ends is none', async (context) => {
  const asker = openAsker(context, `printf 1.1.; head -c 200000 /dev/zero | tr '\\0' 1; echo ' x'`)
  const found = await probe(asker, geminiCli, installation)
  assert.deepEqual(found, { problem: `It did not print its version, but: 1.1.${'1'.repeat(296)}` })
})

test('a home that was being made ready when its program was cut off is none; one that ended badly is', async (context) => {
  const engine: Engine = { ...replay, warmUp: { launch: asked, keeps: /^made$/ } }
  const filledBy = async (script: string) => {
    const asker = openAsker(context, script)
    const templates = join(asker.homes, '..', 'templates')
    const home = mkdtempSync(join(tmpdir(), 'asr-warm-'))
    context.after(() => rmSync(home, { recursive: true, force: true }))
    await openWarmHomes(templates, asker, pino({ level: 'silent' })).fill(engine, installation, home, null)
    return [existsSync(join(home, 'made')), readdirSync(templates)]
  }
  assert.deepEqual(await filledBy('touch "$HOME/made"; exit 1'), [true, ['replay-1.0.0']])
  assert.deepEqual(await filledBy('touch "$HOME/made"; kill -9 $$'), [false, []])
})
