import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { closeInherited } from '../src/process/inherited.ts'
import { isMarked, livingProcesses } from '../src/process/proc.ts'
import { openStarter } from '../src/process/starter.ts'
import { command, isAlive, marker, run, startBy } from './support/children.ts'
import { temporaryFolder } from './support/folder.ts'
import { until } from './support/until.ts'

// As the server does: what a terminal left open is nobody's here.
closeInherited()
const starterMark = `inst_test${process.pid}:starter`
const starter = openStarter(starterMark)
after(() => starter.close())
startBy(starter.start)

// All that holds for children that this process starts holds for those of the starter.
await import('./process.test.ts')
await import('./namespace.test.ts')

/** The starter that runs now, by its mark. */
async function starterPid(mark = starterMark): Promise<number> {
  const found = (await livingProcesses()).find(({ pid }) => isMarked(pid, mark))
  return found?.pid ?? assert.fail('no starter runs')
}

const parentOf = command(['/bin/sh', '-c', 'echo $PPID'])

test('children are those of the starter, which lives on, and not of the server', async (context) => {
  const folder = await temporaryFolder(context)
  const ran = await run(folder, parentOf)
  assert.equal(Number(ran.stdout), await starterPid())
  assert.notEqual(Number(ran.stdout), process.pid)
})

test('a child of the starter has its three streams and no file of anybody else', async (context) => {
  const { promise: listed, resolve } = Promise.withResolvers<void>()
  const neighbour = run(await temporaryFolder(context), command(['/bin/cat'], { stdin: 'x'.repeat(1e6) }), {
    onLines: () => listed,
  })
  const ran = await run(
    await temporaryFolder(context),
    command(['/bin/sh', '-c', 'ls -l /proc/self/fd/ | grep -o "[0-9]* -> .*"']),
  )
  resolve()
  await neighbour
  const lines = ran.stdout
    .trim()
    .split('\n')
    .map((line) => line.replace(/\d+\]$|\/proc\/.*$/, '…'))
  assert.deepEqual(lines, ['0 -> /dev/null', '1 -> pipe:[…', '2 -> pipe:[…', '3 -> …'])
})

test('the starter keeps no file of a child that has ended', async (context) => {
  const folder = await temporaryFolder(context)
  await run(folder, parentOf)
  const open = readdirSync(`/proc/${await starterPid()}/fd`)
  for (let count = 0; count < 20; count++) await run(folder, command(['/bin/cat'], { stdin: 'some text' }))
  await run(folder, command(['/no/such/program']))
  await until('the starter to close its files', async () => readdirSync(`/proc/${await starterPid()}/fd`).length === open.length)
})

test('when the starter is killed, its child is ended, and the next one is started by a new starter', async (context) => {
  const folder = await temporaryFolder(context)
  let child = 0
  const ran = await run(folder, command(['/bin/sh', '-c', 'echo started; exec sleep 600']), {
    onStarted: ({ pid }) => {
      child = pid
    },
    onLines: async () => void process.kill(await starterPid(), 'SIGKILL'),
  })
  assert.deepEqual([ran.exit, ran.stdout, isAlive(child)], [{ kind: 'signaled', signal: 'SIGKILL' }, 'started\n', false])
  assert.equal(Number((await run(await temporaryFolder(context), parentOf)).stdout), await starterPid())
})

test('a child that was asked for while the starter was killed is told as not started, and is not started twice', async (context) => {
  const folder = await temporaryFolder(context)
  await run(folder, parentOf)
  const pid = await starterPid()
  process.kill(pid, 'SIGSTOP')
  const asked = starter.start(command(['/bin/sh', '-c', 'echo it ran >> ran.txt'], { cwd: folder }), marker, () => {})
  // Now the question is written.
  await setImmediate()
  process.kill(pid, 'SIGKILL')
  assert.deepEqual(await asked, { failed: 'The process that starts children was ended.', mayHaveRun: true })
  assert.equal(existsSync(join(folder, 'ran.txt')), false)
})

test('a child whose output cannot be opened is ended and told as not started, and the server lives', async (context) => {
  const folder = await temporaryFolder(context)
  const perl = join(folder, 'perl')
  const child = `echo $$ > ${folder}/pid; echo "started 1 $$ 0 98 99"; exec sleep 600 2> /dev/null`
  // It answers when it was asked: an answer that comes before is nobody's.
  const script = `#!/bin/sh\necho ready\nhead -c 1 > /dev/null\nsetsid sh -c '${child}' &\nexec cat > /dev/null\n`
  writeFileSync(perl, script, { mode: 0o755 })
  const lying = openStarter(`${starterMark}:lying`, perl)
  context.after(() => lying.close())
  const { exit } = await run(folder, parentOf, { start: lying.start })
  assert.match(exit.kind === 'not_started' ? exit.reason : '', /ENOENT.*\/fd\/98/)
  await until('the end of the child', () => !isAlive(Number(readFileSync(join(folder, 'pid'), 'utf8'))))
})

test('where there is no perl, the server starts its children itself', async (context) => {
  const without = openStarter(`${starterMark}:none`, '/no/such/perl')
  const folder = await temporaryFolder(context)
  const ran = await run(folder, parentOf, { start: without.start })
  assert.deepEqual([ran.exit, ran.stdout], [{ kind: 'exited', code: 0 }, `${process.pid}\n`])
})

test('a closed starter ends by itself', async (context) => {
  const mark = `${starterMark}:closed`
  const other = openStarter(mark)
  await run(await temporaryFolder(context), parentOf, { start: other.start })
  const pid = await starterPid(mark)
  other.close()
  await until('the end of the starter', () => !isAlive(pid))
})
