import assert from 'node:assert/strict'
import { isCreateTaskResultV2, isDetailedTaskV2 } from '@modelcontextprotocol/ext-tasks/core/v2'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { ended, exec, tool } from '../support/exec.ts'
import { temporaryFolder } from '../support/folder.ts'
import { rpc } from '../support/mcp.ts'
import { ask } from '../support/projects.ts'
import { replayOnly, says, talkSkill } from '../support/talk.ts'
import { writeTokens } from '../support/tokens.ts'
import { until } from '../support/until.ts'

interface Task {
  readonly taskId: string
  readonly status: string
  readonly inputRequests?: Record<string, { params: { message: string } }>
  readonly result?: { structuredContent: Record<string, unknown>; content: { text: string }[] }
}

const create = async (url: string, name: string, args: object): Promise<string> => {
  const task = await rpc<Task>(url, 'tools/call', { name, arguments: args })
  assert.ok(isCreateTaskResultV2(task), JSON.stringify(task))
  return task.taskId
}

const when = (url: string, taskId: string, ...states: string[]): Promise<Task> =>
  until(`${taskId} is ${states.join(' or ')}`, async () => {
    const task = await rpc<Task>(url, 'tasks/get', { taskId })
    assert.ok(isDetailedTaskV2(task), JSON.stringify(task))
    return states.includes(task.status) && task
  })

const yaml = (text: string) => `<ASK_USER_YAML>\n${text}\n</ASK_USER_YAML>`
const question = talkSkill('question', [
  [says(yaml('kind: open_text\nprompt: Which word?'))],
  [says('{{ {"word": replies[0]} | tojson }}\n__SKILL_DONE__: true')],
])
const wanted = { skill_id: 'question', engine: 'replay', runtime_options: { execution_mode: 'interactive', no_cache: true } }

verifies(
  'mcp.tasks',
  'a run is a task with its own id, which is asked, answered, outlives the server and ends',
  async (context) => {
    const folder = await temporaryFolder(context)
    const options = { env: replayOnly, folder }
    const first = await startApp({ ...options, skills: [question] })
    const taskId = await create(first.url, 'skill_run', wanted)
    const asked = await when(first.url, taskId, 'input_required')
    const [[key = '', form] = []] = Object.entries(asked.inputRequests ?? {})
    assert.deepEqual([key, form?.params.message], ['interaction_1', 'Which word?'])
    await first.stop()

    await using app = await startApp(options)
    assert.equal((await app.job(taskId)).status, 'waiting_user')
    await rpc(app.url, 'tasks/update', {
      taskId,
      inputResponses: { interaction_1: { action: 'accept', content: { reply: 'ibis' } } },
    })
    const { result } = await when(app.url, taskId, 'completed')
    const told = result?.structuredContent as { status: string; result: { data: unknown } } | undefined
    assert.deepEqual([told?.status, told?.result.data], ['succeeded', { word: 'ibis' }])
  },
)

verifies('mcp.tasks', 'a command and a skill of its own name are tasks too, and a task is canceled', async () => {
  const loud = {
    id: 'loud',
    output: { type: 'object', properties: { loud: { type: 'string' } } },
    sh: 'echo \'{"loud":"X"}\' > "$SKILL_RESULT_FILE"',
  }
  await using app = await startApp({ skills: [tool, loud] })
  const { url } = app
  const ran = await when(
    url,
    await create(url, 'skills_run_cmd_async', { skill_name: 'tool', command: 'echo out; exit 3' }),
    'completed',
  )
  const { status, exit_code } = ran.result?.structuredContent ?? {}
  assert.deepEqual([status, exit_code], ['failed', 3])
  assert.equal(JSON.parse(ran.result?.content[1]?.text ?? '').stdout.text, 'out\n')

  const own = await when(url, await create(url, 'loud', {}), 'completed')
  assert.deepEqual(own.result?.structuredContent, { loud: 'X' })

  const slow = await create(url, 'skills_run_cmd_async', { skill_name: 'tool', command: 'sleep 1000' })
  const ack = await rpc<object>(url, 'tasks/cancel', { taskId: slow })
  assert.ok(!('taskId' in ack))
  await when(url, slow, 'cancelled')
  // What has ended stays so, and the answer is the same.
  assert.ok(!('taskId' in (await rpc<object>(url, 'tasks/cancel', { taskId: slow }))))
})

verifies('mcp.tasks', 'only clients that know tasks get one, and an unknown one is refused', async () => {
  await using app = await startApp({ skills: [tool] })
  const args = { skill_name: 'tool', command: 'true' }
  const plain = await rpc<{ structuredContent: { task_id: string } }>(
    app.url,
    'tools/call',
    { name: 'skills_run_cmd_async', arguments: args },
    { knowsTasks: false },
  )
  const taskId = plain.structuredContent.task_id
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
    await assert.rejects(rpc(app.url, method, { taskId, inputResponses: {} }, { knowsTasks: false }), { code: -32021 })
  for (const unknown of ['job_nobody', 'task_nobody', 'nobody'])
    await assert.rejects(rpc(app.url, 'tasks/get', { taskId: unknown }), { code: -32602 })
  await ended(app, taskId)
})

verifies('mcp.tasks', 'a client whose profile only starts commands gets the id of what it started, and no task', async () => {
  using tokens = writeTokens([
    { name: 'chief', scopes: ['admin'] },
    { name: 'starter', scopes: ['run'], profile: 'starter' },
  ])
  await using app = await startApp({ env: tokens.env, skills: [tool] })
  const allow = (allowed_tools: string[]) =>
    ask(app, 'PUT', '/v1/projects/default/profiles/starter', { allowed_tools }, tokens.as('chief'))
  const headers = tokens.as('starter')
  const start = (session_id: string) => {
    const args = { skill_name: 'tool', command: 'true', session_id }
    return rpc<Started>(app.url, 'tools/call', { name: 'skills_run_cmd_async', arguments: args }, { headers })
  }

  await allow(['skills_run_cmd_async'])
  const { task_id = '' } = (await start('one')).structuredContent ?? {}
  assert.equal(await statusOf(app.url, task_id, tokens.as('chief')), 200)

  await allow(['skills_run_cmd_async', 'skills_task_status'])
  const task = await start('two')
  assert.ok(isCreateTaskResultV2(task), JSON.stringify(task))
  assert.equal((await rpc<Task>(app.url, 'tasks/get', { taskId: task.taskId }, { headers })).taskId, task.taskId)
})

interface Started {
  readonly structuredContent?: { readonly task_id: string }
}

const statusOf = async (url: string, task: string, headers: Record<string, string>): Promise<number> =>
  (await fetch(`${url}${exec}/tasks/${task}`, { headers })).status
