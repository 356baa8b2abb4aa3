import assert from 'node:assert/strict'
import type { Job } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { startApp, untilTold } from '../support/app.ts'
import { connect, errorIn, protocolErrorOf, revisions, rpc } from '../support/mcp.ts'
import { ask } from '../support/projects.ts'
import { replayOnly, says, talkSkill } from '../support/talk.ts'
import { writeTokens } from '../support/tokens.ts'

const yaml = (text: string) => `Please choose.\n\n<ASK_USER_YAML>\n${text}\n</ASK_USER_YAML>`

/** Asks for a word and for a confirmation, and gives the word back. */
const twoQuestions = talkSkill('two-questions', [
  [says(yaml('kind: single_select\nprompt: Which word?\noptions: [heron, {value: crane, label: A crane}]'))],
  [says(yaml('kind: confirmation\nprompt: "{{ replies[0] }}?"'))],
  [says('{{ {"word": replies[0]} | tojson }}\n__SKILL_DONE__: true')],
])

const wanted = { skill_id: 'two-questions', engine: 'replay', runtime_options: { execution_mode: 'interactive', no_cache: true } }

interface Run {
  readonly request_id: string
  readonly status: string
  readonly result: { readonly status: string; readonly data: unknown } | null
  readonly pending: { readonly interaction_id: number; readonly kind: string; readonly prompt: string } | null
  readonly next: string | null
}

for (const revision of revisions)
  verifies('mcp.runs', `${revision}: a script demo runs as a tool, and is the same job over REST`, async () => {
    await using app = await startApp()
    await using client = await connect(revision, app)
    const ran = await client.call<Run>('skill_run', { skill_id: 'demo-prime-number', input: { numbers: [97, 98] } })
    assert.equal(ran.isError, false, JSON.stringify(ran.data))
    const { data } = ran
    assert.deepEqual([data.status, data.pending, data.next], ['succeeded', null, null])
    const { body: job } = await app.get<Job>(`/v1/jobs/${data.request_id}`)
    assert.deepEqual([job.status, job.skill_id], ['succeeded', 'demo-prime-number'])
    const { body } = await app.get<{ result: unknown }>(`/v1/jobs/${data.request_id}/result`)
    assert.deepEqual(data.result, body.result)
    const told = await client.call<{ result: unknown }>('skill_run_result', { request_id: data.request_id })
    assert.deepEqual(told.data.result, body.result)
    // A call that is made again with its key creates nothing.
    const again = {
      skill_id: 'demo-prime-number',
      input: { numbers: [7] },
      idempotency_key: 'once',
      runtime_options: { no_cache: true },
    }
    const [one, two] = [await client.call<Run>('skill_run', again), await client.call<Run>('skill_run', again)]
    assert.deepEqual([one.data.status, two.data.request_id], ['succeeded', one.data.request_id])
    const links = told.content.flatMap(({ uri }) => uri ?? [])
    for (const uri of links) assert.equal((await client.raw.readResource({ uri })).contents.length, 1)
  })

verifies('mcp.runs', 'a run that takes longer answers with a handle, and is followed and canceled by it', async () => {
  await using app = await startApp({ skills: [untilTold] })
  await using client = await connect('2025-11-25', app)
  const { data } = await client.call<Run>('skill_run', { skill_id: 'until-told', wait_sec: 1 })
  assert.match(data.next ?? '', /^The run has not ended\. Call skill_run_status/)
  const { request_id } = data
  // Whoever leaves ends the wait, and not the run.
  const left = new AbortController()
  const waiting = client.call('skill_run_status', { request_id, wait_sec: 45 }, { signal: left.signal }).catch(() => 'left')
  await app.until(request_id, 'running')
  left.abort()
  assert.equal(await waiting, 'left')
  assert.equal((await client.call<Run>('skill_run_status', { request_id })).data.status, 'running')
  assert.equal(errorIn(await client.call('skill_run_result', { request_id })).code, 'RESULT_NOT_READY')
  await client.call('skill_run_cancel', { request_id })
  const { data: after } = await client.call<Run>('skill_run_status', { request_id, wait_sec: 45 })
  assert.deepEqual([after.status, after.result?.status], ['canceled', 'canceled'])
})

verifies('mcp.questions', 'a client without elicitation gets the question, and replies by skill_run_reply', async () => {
  await using app = await startApp({ env: replayOnly, skills: [twoQuestions] })
  for (const revision of revisions) {
    await using client = await connect(revision, app)
    const { data: first } = await client.call<Run>('skill_run', wanted)
    assert.deepEqual([first.status, first.pending?.prompt, first.result], ['waiting_user', 'Which word?', null])
    assert.match(first.next ?? '', /skill_run_reply/)
    const { request_id } = first
    const wrong = await client.call('skill_run_reply', { request_id, interaction_id: 1, response: 'sparrow' })
    assert.equal(errorIn(wrong).code, 'REPLY_INVALID')
    const { data: second } = await client.call<Run>('skill_run_reply', { request_id, interaction_id: 1, response: 'crane' })
    assert.deepEqual([second.status, second.pending?.kind, second.pending?.prompt], ['waiting_user', 'confirm', 'crane?'])
    const { data: last } = await client.call<Run>('skill_run_reply', { request_id, interaction_id: 2, response: true })
    assert.deepEqual([last.status, last.result?.data], ['succeeded', { word: 'crane' }])
  }
})

verifies('mcp.questions', 'a client with elicitation asks the person, and calls again with the reply', async () => {
  await using app = await startApp({ env: replayOnly, skills: [twoQuestions] })
  const forms: unknown[] = []
  const replies: object[] = [{ reply: 'crane' }, { reply: true }]
  await using client = await connect('2026-07-28', { ...app, capabilities: { elicitation: { form: {} } } })
  client.raw.setRequestHandler('elicitation/create', async ({ params }) => {
    forms.push(params)
    const content = replies.shift()
    return content ? { action: 'accept', content: content as Record<string, string> } : { action: 'decline' }
  })
  const { data } = await client.call<Run>('skill_run', wanted)
  assert.deepEqual([data.status, data.result?.data], ['succeeded', { word: 'crane' }])
  const choices = [
    { const: 'heron', title: 'heron' },
    { const: 'crane', title: 'A crane' },
  ]
  const reply = { type: 'string', title: 'Reply', oneOf: choices }
  const schema = (property: object) => ({ type: 'object', properties: { reply: property }, required: ['reply'] })
  assert.deepEqual(forms, [
    { mode: 'form', message: 'Please choose.\n\nWhich word?', requestedSchema: schema(reply) },
    { mode: 'form', message: 'Please choose.\n\ncrane?', requestedSchema: schema({ type: 'boolean', title: 'Reply' }) },
  ])
  const { body: jobs } = await app.get<{ jobs: Job[] }>('/v1/jobs')
  assert.deepEqual(
    jobs.jobs.map((job) => [job.request_id, job.interaction_count]),
    [[data.request_id, 2]],
  )
  // Whoever does not want to say it leaves the question open, and the agent knows how to go on.
  const { data: declined } = await client.call<Run>('skill_run', wanted)
  assert.deepEqual([declined.status, declined.pending?.prompt], ['waiting_user', 'Which word?'])
  assert.match(declined.next ?? '', /skill_run_reply/)
})

/** One question after the other, and what was replied to them as the last one. */
const everyKind = talkSkill('every-kind', [
  [says(yaml('kind: fill_fields\nprompt: Who are you?\nrequired_fields: [name, town]'))],
  [says(yaml('kind: risk_ack\nprompt: It may break.'))],
  [says(yaml('kind: choose_one\nprompt: Which word?\noptions: [heron, crane]\nui_hints: {allow_other: true}'))],
  [says(yaml("kind: upload_files\nprompt: '{{ replies | tojson }}'"))],
])
const askEveryKind = { ...wanted, skill_id: 'every-kind' }
const replied = [{ name: 'Ada', town: 'London' }, false, 'ibis']

/** Files are for a person with another client, and all replies before have reached the agent. */
function requireFilesAsked({ status, pending, next }: Run): void {
  assert.deepEqual([status, pending?.kind, JSON.parse(pending?.prompt ?? '')], ['waiting_user', 'upload_files', replied])
  assert.match(next ?? '', /^The run waits for files, which a person sends by the web page or the REST API\./)
}

verifies(
  'mcp.questions',
  'a person is asked for fields, for a risk and for a choice with others, and never for files',
  async () => {
    await using app = await startApp({ env: replayOnly, skills: [everyKind] })
    const forms: { message: string; requestedSchema?: object }[] = []
    const filled: Record<string, string | boolean>[] = [{ name: 'Ada', town: 'London' }, { reply: false }, { reply: 'ibis' }]
    await using client = await connect('2026-07-28', { ...app, capabilities: { elicitation: { form: {} } } })
    client.raw.setRequestHandler('elicitation/create', async ({ params }) => {
      forms.push(params)
      const content = filled.shift()
      return content ? { action: 'accept', content } : { action: 'decline' }
    })
    const { data } = await client.call<Run>('skill_run', askEveryKind)
    requireFilesAsked(data)
    const schema = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) })
    const text = (title: string) => ({ type: 'string', title })
    assert.deepEqual(
      forms.map(({ message, requestedSchema }) => [message, requestedSchema]),
      [
        ['Please choose.\n\nWho are you?', schema({ name: text('name'), town: text('town') })],
        ['Please choose.\n\nIt may break.', schema({ reply: { type: 'boolean', title: 'Reply' } })],
        ['Please choose.\n\nWhich word?', schema({ reply: text('Reply') })],
      ],
    )
    // As a task of the protocol it asks for nothing that could be given to it.
    const task = await rpc<{ status: string; statusMessage: string }>(app.url, 'tasks/get', { taskId: data.request_id })
    assert.deepEqual([task.status, task.statusMessage], ['working', 'waiting_user'])
  },
)

verifies('mcp.questions', 'every kind of question but that for files is replied to by skill_run_reply', async () => {
  await using app = await startApp({ env: replayOnly, skills: [everyKind] })
  for (const revision of revisions) {
    await using client = await connect(revision, app)
    let { data } = await client.call<Run>('skill_run', askEveryKind)
    const { request_id } = data
    for (const [index, kind] of ['fill_fields', 'risk_ack', 'choose_one'].entries()) {
      assert.equal(data.pending?.kind, kind)
      const response = replied[index]
      data = (await client.call<Run>('skill_run_reply', { request_id, interaction_id: index + 1, response })).data
    }
    requireFilesAsked(data)
    const files = await client.call('skill_run_reply', { request_id, interaction_id: 4, response: 'here' })
    assert.equal(errorIn(files).code, 'REPLY_INVALID')
  }
})

verifies('mcp.questions', 'what came back with a reply and belongs to no question is rejected, and starts nothing', async () => {
  await using app = await startApp({ env: replayOnly, skills: [twoQuestions] })
  const calls = {
    skill_run: wanted,
    skill_run_reply: { request_id: 'job_x', interaction_id: 1, response: 'crane' },
    skills_run_cmd: { skill_name: 'two-questions', command: 'true' },
  }
  for (const [name, args] of Object.entries(calls))
    for (const requestState of ['', 'job_x', 'job_x/1-TAMPERED', '../1']) {
      const calling = rpc(
        app.url,
        'tools/call',
        { name, arguments: args, requestState, inputResponses: {} },
        { knowsTasks: false },
      )
      assert.deepEqual(await protocolErrorOf(calling), { code: -32602, ours: 'INVALID_REQUEST' }, `${name} ${requestState}`)
    }
  const { body } = await app.get<{ jobs: Job[] }>('/v1/jobs')
  assert.deepEqual(body.jobs, [])
})

verifies('mcp.questions', 'a client whose profile may not reply gets the question, and no person is asked in vain', async () => {
  using tokens = writeTokens([
    { name: 'chief', scopes: ['admin'] },
    { name: 'agent', scopes: ['run'], profile: 'agent' },
  ])
  await using app = await startApp({ env: { ...replayOnly, ...tokens.env }, skills: [twoQuestions] })
  const headers = tokens.as('agent')
  await using client = await connect('2026-07-28', { ...app, headers, capabilities: { elicitation: { form: {} } } })
  let asked = 0
  client.raw.setRequestHandler('elicitation/create', async () => {
    asked += 1
    return { action: 'decline' }
  })
  const allow = (allowed_tools: string[]) =>
    ask(app, 'PUT', '/v1/projects/default/profiles/agent', { allowed_tools }, tokens.as('chief'))
  await allow(['skill_run'])
  const { data } = await client.call<Run>('skill_run', wanted)
  assert.deepEqual([data.status, data.pending?.prompt, asked], ['waiting_user', 'Which word?', 0])
  assert.equal(data.next, 'The run waits for a reply, which a person sends by the web page or the REST API.')
  // The same run as a task of the protocol, before and after.
  const statusOf = async () =>
    (await rpc<{ status: string }>(app.url, 'tasks/get', { taskId: data.request_id }, { headers })).status
  assert.equal(await statusOf(), 'working')
  await allow(['skill_run', 'skill_run_reply'])
  assert.equal(await statusOf(), 'input_required')
  await client.call<Run>('skill_run', wanted)
  assert.equal(asked, 1)
})

const wordSkill = {
  id: 'word-skill',
  input: { type: 'object', properties: { word: { type: 'string', 'x-input-source': 'inline' } }, required: ['word'] },
  output: { type: 'object', properties: { loud: { type: 'string' } }, required: ['loud'], additionalProperties: false },
  sh: 'echo \'{"loud":"HERON"}\' > "$SKILL_RESULT_FILE"',
}

verifies('mcp.skill-tools', 'an installed skill is a tool with its own schemas, and answers with its data', async () => {
  const breaks = { id: 'breaks', sh: 'exit 3' }
  const damaged = { id: 'damaged', runner: { max_attempt: 0 }, sh: 'true' }
  await using app = await startApp({ skills: [wordSkill, breaks, damaged, talkOnly, untilTold] })
  for (const revision of revisions) {
    await using client = await connect(revision, app)
    const tools = await client.tools()
    const names = tools.map(({ name }) => name)
    // Not for calls: one needs a person, and the other takes a file.
    assert.deepEqual([names.includes('talk-only'), names.includes('demo-prime-number')], [false, false])
    const own = tools.find(({ name }) => name === 'word-skill')
    assert.deepEqual(own?.outputSchema, wordSkill.output)
    const { data, isError } = await client.call('word-skill', { input: { word: 'heron' } })
    assert.deepEqual([isError, data], [false, { loud: 'HERON' }])
    assert.equal(errorIn(await client.call('word-skill', { input: {} })).code, 'INPUT_INVALID')
    assert.equal(errorIn(await client.call('word-skill', { input: { word: 'x' }, skill_id: 'breaks' })).code, 'INVALID_REQUEST')
    const failed = errorIn(await client.call('breaks'))
    assert.deepEqual([failed.code, failed.details['status']], ['SCRIPT_FAILED', 'failed'])
    assert.deepEqual(await protocolErrorOf(client.call('talk-only')), { code: -32602, ours: 'TOOL_NOT_FOUND' })
    assert.equal(errorIn(await client.call('damaged')).code, 'SKILL_DEGRADED')
  }
})

/** Runs only with a person. */
const talkOnly = talkSkill('talk-only', [[says('{"word":"x"}')]], { runner: { execution_modes: ['interactive'] } })
