import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { AuthSession, ChatHistory, HandshakeAnswer } from '@agent-skill-runner/contract/compat.ts'
import type { PendingView } from '@agent-skill-runner/contract/conversation.ts'
import type { Job, JobAccepted } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { version } from '../../src/app/version.ts'
import { errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { formOf, send } from '../support/forms.ts'
import { packageOf, type TestSkill } from '../support/skills.ts'
import { replayOnly, says, talkSkill } from '../support/talk.ts'
import { unzip } from '../support/unzip.ts'
import { zipOf } from '../support/zips.ts'

// What the Zotero plugin sends, in its order and with its members.

const app = await startApp({ env: replayOnly })
after(() => app[Symbol.asyncDispose]())

const paper: TestSkill = {
  id: 'reads-a-paper',
  js: `import { readFileSync, writeFileSync } from 'node:fs'
const { input } = JSON.parse(readFileSync(0, 'utf8'))
writeFileSync(process.env.SKILL_RESULT_FILE, JSON.stringify({ ok: true, paper: readFileSync(input.paper, 'utf8') }))`,
  input: { type: 'object', properties: { paper: { type: 'string', 'x-input-source': 'file' } }, required: ['paper'] },
}

const question = 'Which word?\n\n<ASK_USER_YAML>\nkind: open_text\nprompt: Which word?\n</ASK_USER_YAML>'
const asker = talkSkill('asker', [[says(question)], [says('{{ {"word": replies[0]} | tojson }}\n__SKILL_DONE__: true')]])

/** A job that brings its skill along, begun as the plugin begins one. */
async function start(skill: TestSkill, request: object, files: Record<string, string>): Promise<string> {
  const created = await app.post<JobAccepted>('/v1/jobs', {
    skill_source: 'temp_upload',
    parameter: {},
    effort: 'default',
    ...request,
  })
  assert.deepEqual([created.status, created.body.status], [200, 'queued'], JSON.stringify(created.body))
  const id = created.body.request_id
  const inputs =
    Object.keys(files).length > 0 ? { file: zipOf(Object.entries(files).map(([name, data]) => ({ name, data }))) } : {}
  const uploaded = await send(app.url, `/v1/jobs/${id}/upload`, formOf({ skill_package: packageOf(skill), ...inputs }))
  assert.equal(uploaded.status, 200, JSON.stringify(uploaded.body))
  return id
}

verifies('compat.plugin', 'the plugin finds the server and learns what it supports', async () => {
  for (const method of ['HEAD', 'GET']) assert.equal((await fetch(`${app.url}/v1/system/ping`, { method })).status, 200)
  const { body } = await app.post<HandshakeAnswer>('/v1/system/handshake', {
    schema: 'zotero-agents.skillrunner-handshake.request.v1',
    client: { name: 'zotero-agents', version: '0.5.6' },
    requested_protocols: ['skillrunner.job.v1', 'skillrunner.sequence.v1'],
  })
  assert.deepEqual(body, {
    schema: 'zotero-agents.skillrunner-handshake.response.v1',
    backend: { name: 'agent-skill-runner', version },
    protocols: { 'skillrunner.job.v1': { supported: true }, 'skillrunner.sequence.v1': { supported: false } },
  })
})

verifies('compat.plugin', 'a job with the skill of the plugin and a file runs, and its bundle holds the result', async () => {
  const request = { input: { paper: 'paper.txt' }, runtime_options: { execution_mode: 'auto', no_cache: true } }
  const id = await start(paper, request, { 'paper.txt': 'About everything.' })
  assert.equal((await app.until(id, 'succeeded', 'failed')).status, 'succeeded')
  const bundle = await fetch(`${app.url}/v1/jobs/${id}/bundle`)
  const entries = await unzip(Buffer.from(await bundle.arrayBuffer()))
  const result = JSON.parse(entries['result/result.json'] ?? 'null')
  assert.deepEqual(result, { ok: true, paper: 'About everything.' })
})

verifies('compat.plugin', 'a conversation is followed as a chat, answered, and read again as a chat', async () => {
  const id = await start(asker, { engine: 'replay', runtime_options: { execution_mode: 'interactive' } }, {})
  await app.until(id, 'waiting_user')
  const pending = (await app.get<PendingView>(`/v1/jobs/${id}/interaction/pending`)).body.pending
  const chat = fetch(`${app.url}/v1/jobs/${id}/chat?cursor=0`, { headers: { accept: 'text/event-stream' } })
  const answer = { mode: 'interaction', interaction_id: pending?.interaction_id, response: { text: 'tea' } }
  assert.equal((await app.post(`/v1/jobs/${id}/interaction/reply`, answer)).status, 200)
  assert.equal((await app.until(id, 'succeeded', 'failed')).status, 'succeeded')

  const { body } = await app.get<ChatHistory>(`/v1/jobs/${id}/chat/history?from_seq=0`)
  const said = body.events.map(({ role, kind, text, attempt }) => [role, kind, text, attempt])
  assert.deepEqual(said, [
    ['assistant', 'assistant_final', question, 1],
    ['assistant', 'assistant_message', 'Which word?', 1],
    ['user', 'interaction_reply', 'tea', 1],
    ['assistant', 'assistant_final', '{"word": "tea"}\n__SKILL_DONE__: true', 2],
  ])
  const [first, last] = [body.events[0], body.events.at(-1)]
  const ends = { count: 4, cursor_floor: first?.seq, cursor_ceiling: last?.seq, source: 'events', request_id: id }
  assert.deepEqual({ ...body, events: [] }, { ...ends, events: [] })
  assert.deepEqual(await chatIn(await chat), body.events)
  const rest = await app.get<ChatHistory>(`/v1/jobs/${id}/chat/history?from_seq=${last?.seq}`)
  assert.deepEqual(rest.body.events, [last])
})

verifies('compat.plugin', 'no run waits for a sign-in, and whoever brings one is told', async () => {
  const id = await start(asker, { engine: 'replay', runtime_options: { execution_mode: 'interactive' } }, {})
  await app.until(id, 'waiting_user')
  const session = await app.get<AuthSession>(`/v1/jobs/${id}/auth/session`)
  const none = { request_id: id, auth_session_id: null, status: 'waiting_user', phase: 'none', available_methods: [] }
  assert.deepEqual(session.body, none)
  const brought = await send(app.url, `/v1/jobs/${id}/interaction/auth/import`, formOf({ files: Buffer.from('{}') }))
  assert.deepEqual([brought.status, errorOf(brought.body).code], [409, 'NOT_WAITING'])
  assert.equal((await app.get<Job>(`/v1/jobs/${id}`)).body.status, 'waiting_user')
})

/** The events of a whole stream. */
async function chatIn(response: Response): Promise<unknown[]> {
  const frames = (await response.text()).split('\n\n')
  return frames
    .filter((frame) => frame.startsWith('event: chat_event\n'))
    .map((frame) => JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? 'null'))
}
