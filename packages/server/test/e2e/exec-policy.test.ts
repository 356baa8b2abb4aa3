import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { temporaryFolder } from '../support/folder.ts'
import { until } from '../support/until.ts'

const tool = { id: 'tool', sh: 'echo "{}"' }
const exec = '/v1/projects/default/exec'

interface Answer {
  readonly task_id: string
  readonly status: string
  readonly policy_notes: readonly string[]
}

type Client = Pick<Awaited<ReturnType<typeof startApp>>, 'get' | 'post'>

const notesOfCommand = async (app: Client, command: string) =>
  (await app.post<Answer>(`${exec}/commands`, { skill_name: 'tool', command })).body.policy_notes

async function notesOfTask(app: Client, command: string) {
  const { body } = await app.post<Answer>(`${exec}/tasks`, { skill_name: 'tool', command })
  return until('it has ended', async () => {
    const { body: task } = await app.get<Answer>(`${exec}/tasks/${body.task_id}?tail_bytes=0`)
    return ['succeeded', 'failed'].includes(task.status) && task.policy_notes
  })
}

const into = 'touch /usr/x; unshare -U true; (echo > /dev/tcp/192.0.2.7/80)'

verifies(
  'exec.policy-words',
  'a command or task that failed at the walls of the sandbox is told so, and any other is not',
  async () => {
    await using app = await startApp({ skills: [tool] })
    const notes = [
      'blocked by the sandbox policy: commands have no network; do not try another way',
      'blocked by the sandbox policy: only the workspace, the home and the temporary folder of the session can be written; do not try another way',
      'blocked by the sandbox policy: containers, sandboxes and namespaces cannot be made inside; do not try another way',
    ]
    for (const notesOf of [notesOfCommand, notesOfTask]) {
      assert.deepEqual(await notesOf(app, into), notes)
      assert.deepEqual(await notesOf(app, 'echo "make: *** [all] Error 1" >&2; exit 2'), [])
      // It got over it.
      assert.deepEqual(await notesOf(app, `${into}; true`), [])
    }
    await using open = await startApp({ skills: [tool], env: { SKILL_RUNNER_SANDBOX: 'off' } })
    assert.deepEqual(await notesOfCommand(open, 'echo "touch: Read-only file system" >&2; exit 1'), [])
  },
)

verifies('exec.policy-words', 'a request that policy rejects says so in the same words', async (context) => {
  await using app = await startApp({ skills: [tool] })
  const { body } = await app.post(`${exec}/commands`, { skill_name: 'tool', command: 'true', workdir: '../out' })
  const policy = 'blocked by the sandbox policy: a workdir is a path below the folder of its session; do not try another way'
  const { code, details } = errorOf(body)
  assert.deepEqual([code, details], ['PATH_INVALID', { path: '../out', problem: 'it holds ..', policy }])

  const folder = await temporaryFolder(context)
  chmodSync(folder, 0o755)
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  for (const name of ['perl', 'setpriv']) symlinkSync(join('/usr/bin', name), join(tools, name))
  const path = process.env['PATH']
  process.env['PATH'] = tools
  try {
    await using bare = await startApp({ folder, skills: [tool], env: { SKILL_RUNNER_SANDBOX: 'auto' } })
    const refused = await bare.post(`${exec}/commands`, { skill_name: 'tool', command: 'true' })
    const { details: why } = errorOf(refused.body) as { details: { policy: string } }
    const words = 'commands run in the sandbox, which does not work on this server'
    assert.deepEqual([refused.status, why.policy], [503, `blocked by the sandbox policy: ${words}; do not try another way`])
  } finally {
    process.env['PATH'] = path
  }
})
