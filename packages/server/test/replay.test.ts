import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from './support/folder.ts'
import { openReplay as open } from './support/replay.ts'
import { until } from './support/until.ts'

const hello = { type: 'message', text: 'hello', final: false }
const bye = { type: 'message', text: 'bye', final: true }
const twoTurns = { turns: [{ steps: [{ event: hello }] }, { steps: [{ event: bye }, { exit: 3 }] }] }
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('a conversation plays a turn for each start in its session, and the last one again when there are no more', async (context) => {
  const { play, sessions } = await open(context)
  const first = await play(twoTurns)
  const [session, ...said] = first.events
  const handle = String(session?.['handle'])
  assert.match(handle, uuid)
  assert.deepEqual([first.code, session, said], [0, { type: 'session', handle }, [hello]])
  for (const turns of [2, 3]) {
    const { code, events, stderr } = await play(twoTurns, handle)
    assert.deepEqual([code, events, stderr], [3, [{ type: 'session', handle }, bye], ''])
    assert.deepEqual(await sessions(), { [`${handle}.json`]: { turns } })
  }
})

test('two conversations in one home do not mix', async (context) => {
  const { play } = await open(context)
  const [one, other] = [await play(twoTurns), await play(twoTurns)]
  assert.notEqual(one.events[0]?.['handle'], other.events[0]?.['handle'])
  assert.deepEqual((await play(twoTurns, String(one.events[0]?.['handle']))).events.at(1), bye)
  assert.deepEqual((await play(twoTurns, String(other.events[0]?.['handle']))).events.at(1), bye)
})

test('a script may name its session in its first step, and each turn says the name once', async (context) => {
  const { play, sessions } = await open(context)
  const named = { type: 'session', handle: 's-1' }
  const talk = { turns: [{ steps: [{ event: named }, { event: hello }] }, { steps: [{ event: bye }] }] }
  assert.deepEqual((await play(talk)).events, [named, hello])
  assert.deepEqual((await play(talk, 's-1')).events, [named, bye])
  const alone = { steps: [{ event: named }, { event: hello }] }
  assert.deepEqual((await play(alone)).events, [named, hello])
  assert.deepEqual((await play(alone, 's-1')).events, [named, hello])
  assert.deepEqual(await sessions(), { 's-1.json': { turns: 2 } })
})

test('a list of steps that names no session has none', async (context) => {
  const { play, sessions } = await open(context)
  assert.deepEqual((await play({ steps: [{ stdout: '{"n":7}' }] })).stdout, '{"n":7}\n')
  assert.equal(await sessions(), null)
})

test('a session that is not there ends the program before it says a word', async (context) => {
  const { play, home } = await open(context)
  const { events } = await play(twoTurns)
  const handle = String(events[0]?.['handle'])
  await writeFile(join(home, '.replay', 'torn.json'), '{"turns":')
  const recording = await record(context, ['x\n'])
  for (const unknown of ['s-9', 'torn', `../.replay/${handle}`, '']) {
    for (const script of [twoTurns, recording]) {
      const { code, stdout, stderr } = await play(script, unknown)
      assert.deepEqual([code, stdout, stderr], [65, '', `replay: there is no session ${unknown}\n`])
    }
  }
})

test('the turn counts before its first step, whatever becomes of it', async (context) => {
  const { play, sessions } = await open(context)
  const named = { event: { type: 'session', handle: 's-1' } }
  const { code, stderr } = await play({ turns: [{ steps: [named, { dance: true }] }] })
  const kinds = 'stdout, stderr, event, message, echo_prompt, sleep_ms, wait_for, write, exit'
  assert.deepEqual([code, stderr], [64, `replay: Turn 1, step 2: A step is one of ${kinds}.\n`])
  assert.deepEqual(await sessions(), { 's-1.json': { turns: 1 } })
})

test('scripts that cannot be played say why, and say nothing else', async (context) => {
  const { play, sessions } = await open(context)
  const noTurns = 'The script has no list of turns, each with a list of steps.'
  const table: readonly (readonly [object, string])[] = [
    [{}, 'The script has no list of steps.'],
    [{ turns: [] }, noTurns],
    [{ turns: [{ steps: [] }, {}] }, noTurns],
    [{ turns: { steps: [] } }, noTurns],
    [
      { steps: [{ event: { type: 'session', handle: '../up' } }] },
      '../up is no name for a session: it has 1 to 100 letters, digits, dots, dashes and underscores.',
    ],
  ]
  for (const [script, why] of table) {
    const { code, stdout, stderr } = await play(script)
    assert.deepEqual([code, stdout, stderr], [64, '', `replay: ${why}\n`])
  }
  assert.equal(await sessions(), null)
})

test('a step waits for a file', async (context) => {
  const { play, workspace } = await open(context)
  const steps = [{ write: { path: 'tmp/ready', text: '' } }, { wait_for: 'artifacts/go' }, { event: bye }]
  const playing = play({ steps })
  await until('it waits', () => existsSync(join(workspace, 'tmp/ready')))
  await mkdir(join(workspace, 'artifacts'))
  await writeFile(join(workspace, 'artifacts/go'), '')
  const { code, events } = await playing
  assert.deepEqual([code, events], [0, [bye]])
})

test('a step with an if is left out when that comes to nothing', async (context) => {
  const { play } = await open(context)
  const step = (text: string, condition: unknown) => ({ message: text, if: condition })
  const steps = [step('a', ''), step('b', ' \n'), step('c', 'false'), step('d', false), { if: '', exit: 9 }]
  const played = [step('e', 'true'), step('f', true), step('g', 'no'), step('h', 0)]
  const { code, events } = await play({ steps: [...steps, ...played, { if: 'x', exit: 4 }] })
  assert.deepEqual([code, events.map(({ text }) => text)], [4, ['e', 'f', 'g', 'h']])
})

test('a recorded conversation is played attempt by attempt, byte for byte, and its files come with the last', async (context) => {
  const { play, workspace, sessions } = await open(context)
  const named = `${JSON.stringify({ type: 'session', handle: 's-1' })}\n`
  const logs = [`${named}\u0000 one`, `${named}two\r\n`]
  const recording = await record(context, logs, { artifacts: { 'a.txt': 'a' }, meta: [{ exit_code: 0 }, { exit_code: 5 }] })
  const one = await play(recording)
  assert.deepEqual([one.code, one.stdout, one.stderr, existsSync(join(workspace, 'artifacts'))], [0, logs[0], 'err 1', false])
  const two = await play(recording, 's-1')
  assert.deepEqual([two.code, two.stdout, two.stderr], [5, logs[1], 'err 2'])
  assert.equal(await readFile(join(workspace, 'artifacts/a.txt'), 'utf8'), 'a')
  const three = await play(recording, 's-1')
  assert.deepEqual([three.code, three.stdout, three.stderr], [66, '', 'replay: nothing is recorded of attempt 3\n'])
  assert.deepEqual(await sessions(), { 's-1.json': { turns: 2 } })
})

test('a recording that names no session is played as it is', async (context) => {
  const { play, sessions } = await open(context)
  const logs = ['plain words\n', '{"type":"message","text":"hi"}\n', '{"type":"session","handle":"../up"}\n', '']
  for (const log of logs) assert.equal((await play(await record(context, [log]))).stdout, log)
  assert.equal(await sessions(), null)
})

interface Left {
  readonly artifacts?: Readonly<Record<string, string>>
  readonly meta?: readonly object[]
}

/** The folder of a run, as far as the program looks at it. */
async function record(
  context: TestContext,
  stdout: readonly string[],
  { artifacts = {}, meta = [] }: Left = {},
): Promise<string> {
  const folder = await temporaryFolder(context)
  const audit = (name: string) => join(folder, '.audit', name)
  for (const name of ['.audit', 'artifacts']) await mkdir(join(folder, name))
  for (const [index, log] of stdout.entries()) {
    await writeFile(audit(`stdout.${index + 1}.log`), log)
    await writeFile(audit(`stderr.${index + 1}.log`), `err ${index + 1}`)
  }
  for (const [index, facts] of meta.entries()) await writeFile(audit(`meta.${index + 1}.json`), JSON.stringify(facts))
  for (const [name, text] of Object.entries(artifacts)) await writeFile(join(folder, 'artifacts', name), text)
  return folder
}
