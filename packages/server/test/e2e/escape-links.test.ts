import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { temporaryFolder } from '../support/folder.ts'
import { asOrdinaryUser } from '../support/ordinary-user.ts'
import { ask } from '../support/projects.ts'
import { until } from '../support/until.ts'

const isRoot = process.getuid?.() === 0
const users = isRoot ? [240_961, 240_962, 240_963] : []
const exec = '/v1/projects/default/exec'
const tool = { id: 'tool', sh: 'echo "{}"' }

interface Answer {
  readonly task_id: string
  readonly status: string
  readonly exit_code: number | null
  readonly stdout: { readonly text: string }
}

/** A server, and beside its data a canary that nobody may touch. */
async function openScene(context: TestContext, env: Record<string, string> = {}) {
  const folder = await temporaryFolder(context)
  chmodSync(folder, 0o755)
  const outside = join(folder, 'outside')
  mkdirSync(outside)
  chmodSync(outside, 0o777)
  writeFileSync(join(outside, 'canary'), 'canary', { mode: 0o600 })
  const range = isRoot ? { SKILL_RUNNER_RUN_AS: `${users[0]}-${users.at(-1)}` } : {}
  const app = await startApp({ folder, skills: [tool], env: { ...range, ...env } })
  const command = async (text: string, more: object = {}) =>
    (await app.post<Answer>(`${exec}/commands`, { skill_name: 'tool', command: text, env: { OUTSIDE: outside }, ...more })).body
  const start = async (text: string, more: object = {}) =>
    (await app.post<Answer>(`${exec}/tasks`, { skill_name: 'tool', command: text, ...more })).body.task_id
  const task = async (id: string) => (await app.get<Answer>(`${exec}/tasks/${id}`)).body
  const ended = (id: string) =>
    until('it has ended', async () => ['succeeded', 'failed', 'canceled'].includes((await task(id)).status) && task(id))
  const cancel = async (id: string) => {
    await app.post(`${exec}/tasks/${id}:cancel`)
    return ended(id)
  }
  const seenOutside = () => {
    const { uid, mode, nlink } = statSync(join(outside, 'canary'))
    return { names: readdirSync(outside), text: readFileSync(join(outside, 'canary'), 'utf8'), uid, mode, nlink }
  }
  return { app, outside, command, start, ended, cancel, seenOutside, [Symbol.asyncDispose]: app.stop }
}

const sessionOf = (data: string): string => {
  const sessions = join(data, 'exec/sessions')
  return join(sessions, readdirSync(sessions)[0] ?? '')
}

/** Whatever a command can leave where the server comes by later; and it moves what is mounted. */
const plant = `for d in /workspace /workspace/skill ~ /tmp; do
  ln -s "$OUTSIDE" $d/folder; ln -s "$OUTSIDE/canary" $d/file; ln "$OUTSIDE/canary" $d/hard; mkfifo $d/pipe; done
cp /bin/sh ~/root; chmod 6755 ~/root
cd / && { mv /workspace/skill /workspace/old || rm -rf /workspace/skill || ln -sfn "$OUTSIDE" /workspace/skill; }
ls /workspace`

verifies(
  'sandbox.no-escape',
  'links that commands leave lead the server nowhere: not when it hands the session to another user, copies the skill or deletes all',
  async (context) => {
    await using scene = await openScene(context)
    const { app, outside, command, start, cancel, seenOutside } = scene
    const { stdout } = await command(plant)
    assert.equal(stdout.text, 'file\nfolder\npipe\nskill\n')
    const session = sessionOf(app.data)
    // What a command could not do from inside, done for it: a link in place of the folder of the skill, and a hard link.
    rmSync(join(session, 'work/skill'), { recursive: true })
    symlinkSync(outside, join(session, 'work/skill'))
    linkSync(join(outside, 'canary'), join(session, 'work/hard'))
    // Whoever follows them gets there.
    for (const name of ['file', 'folder/canary', 'skill/canary', 'hard'])
      assert.equal(readFileSync(join(session, 'work', name), 'utf8'), 'canary', name)
    const before = seenOutside()

    // All users are taken, and the first that is free is another one.
    const tasks = []
    for (const id of users.keys()) {
      const task = await start('sleep 1000', { session_id: `other-${id}` })
      await until('it runs', async () => (await app.get<Answer>(`${exec}/tasks/${task}`)).body.status === 'running')
      tasks.push(task)
    }
    const was = lstatSync(join(session, 'work/file')).uid
    if (tasks[0]) await cancel(tasks[0])
    const next = await command('id -u; pwd; echo x > folder/written; cat ../file ../skill/canary')
    const now = lstatSync(join(session, 'work/file')).uid
    assert.deepEqual([now !== was, now], [isRoot, Number(next.stdout.text.split('\n')[0])])
    assert.ok(!next.stdout.text.includes('canary'), next.stdout.text)
    assert.equal(lstatSync(join(session, 'home/root')).mode & 0o7000, isRoot ? 0 : 0o6000)
    assert.deepEqual(seenOutside(), before)

    for (const id of tasks.slice(1)) await cancel(id)
    assert.equal((await ask(app, 'DELETE', `${exec}/sessions/default`)).status, 200)
    assert.deepEqual([existsSync(session), seenOutside()], [false, { ...before, nlink: 1 }])
  },
)

verifies(
  'sandbox.no-escape',
  'a folder to work in that is a link out is not entered, and is without the sandbox',
  async (context) => {
    for (const sandbox of ['required', 'off']) {
      await using scene = await openScene(context, { SKILL_RUNNER_SANDBOX: sandbox })
      const { outside, command } = scene
      await command('ln -s "$OUTSIDE" way', { workdir: 'a' })
      const { exit_code } = await command('echo x > written', { workdir: 'a/way' })
      assert.deepEqual([exit_code, existsSync(join(outside, 'written'))], sandbox === 'off' ? [0, true] : [126, false])
    }
  },
)

verifies(
  'sandbox.no-escape',
  'a task that cuts off its own output takes nothing else, and whoever follows it is told its end',
  async (context) => {
    await using scene = await openScene(context)
    const { app, start, ended } = scene
    const id = await start(`echo taken; exec /usr/bin/perl -e 'truncate STDOUT, 0; truncate STDERR, 0; print "left"'`)
    assert.equal((await ended(id)).stdout.text, 'left')
    const { body } = await app.get<{ finished: boolean }>(`${exec}/tasks/${id}/events/history?cursor=6.0.3&wait_sec=60`)
    assert.equal(body.finished, true)
  },
)

verifies('sandbox.no-escape', 'a task cannot hold its own log against the server that reads it', async (context) => {
  const hold = 'print STDERR fcntl(STDOUT, 1024, 1) ? "held" : "not held"'
  for (const seccomp of ['on', 'off']) {
    await using scene = await openScene(context, { SKILL_RUNNER_SECCOMP: seccomp })
    const id = await scene.start(`exec /usr/bin/perl -e '${hold}'`)
    await scene.ended(id)
    // The log of a root server is not the task's own.
    const isHeld = seccomp === 'off' && !isRoot
    const told = readFileSync(join(scene.app.data, 'exec/tasks', id, 'stderr.log'), 'utf8')
    assert.equal(told, isHeld ? 'held' : 'not held', seccomp)
  }
})

asOrdinaryUser(import.meta.url, 1)
