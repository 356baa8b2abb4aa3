import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ReplyAccepted } from '@agent-skill-runner/contract/conversation.ts'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf } from '../support/answers.ts'
import { type Answer, startApp } from '../support/app.ts'
import {
  accepted,
  asking,
  block,
  type Client,
  converse,
  env,
  leftOf,
  question,
  refusal,
  reply,
  talking,
} from '../support/conversations.ts'
import { send } from '../support/forms.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const bring = block('kind: upload_files', 'prompt: Bring the paper.')

/** Goes on only when it finds the files where the server says that they are. */
const finds = talking(
  'finds',
  [{ message: bring, final: true }],
  [{ wait_for: 'replies/1/deep/er/paper.txt' }, { wait_for: 'replies/1/notes' }, { message: 'Thank you. And?', final: true }],
)

interface File {
  readonly part: string
  /** Not said where it is left out. */
  readonly filename?: string
  readonly text: string
}

function formOf(metadata: object, files: readonly File[]): FormData {
  const form = new FormData()
  form.append('metadata', JSON.stringify(metadata))
  for (const { part, filename, text } of files) {
    if (filename === undefined) form.append(part, text)
    else form.append(part, new Blob([text]), filename)
  }
  return form
}

const replyWith = (client: Client, job: string, metadata: object, files: readonly File[]): Promise<Answer<ReplyAccepted>> =>
  send(client.url, `/v1/jobs/${job}/interaction/reply`, formOf(metadata, files))

const nothingLeft = { requests: [], replies: [] }

verifies('reply.files', 'the run finds them also where a child has put something in the place of their folder', async () => {
  await using app = await startApp({ env, skills: [finds] })
  const id = await converse(app, 'finds')
  await question(app, id)
  const { run_id } = await app.job(id)
  const place = join(app.runFolder(run_id), 'replies')
  await rm(place, { recursive: true, force: true })
  writeFileSync(place, 'not a folder')
  const files = [
    { part: 'paper', filename: 'deep/er/paper.txt', text: 'On computable numbers' },
    { part: 'notes', text: 'in the margin' },
  ]
  const metadata = { interaction_id: 1, response: null, idempotency_key: 'k' }
  assert.deepEqual((await replyWith(app, id, metadata, files)).body, accepted(id))
  assert.equal((await question(app, id, 2)).prompt, 'Thank you. And?')
  assert.equal(readFileSync(join(place, '1/notes'), 'utf8'), 'in the margin')
})

verifies(
  'reply.files',
  'files of a reply lie in the folder of the run under their names, the run finds them, and nobody may change them',
  async () => {
    await using app = await startApp({ env, skills: [finds] })
    const id = await converse(app, 'finds')
    await question(app, id)
    const metadata = { interaction_id: 1, response: null, idempotency_key: 'k' }
    const files = [
      { part: 'paper', filename: 'deep/er/paper.txt', text: 'On computable numbers' },
      { part: 'notes', text: 'in the margin' },
      { part: 'empty', filename: 'empty', text: '' },
    ]
    assert.deepEqual((await replyWith(app, id, metadata, files)).body, accepted(id))
    assert.equal((await question(app, id, 2)).prompt, 'Thank you. And?')
    const { run_id } = await app.job(id)
    const folder = app.runFolder(run_id)
    assert.deepEqual(leftOf(app.data, folder), {
      requests: [],
      replies: ['1', '1/deep', '1/deep/er', '1/deep/er/paper.txt', '1/empty', '1/notes'],
    })
    const paper = join(folder, 'replies/1/deep/er/paper.txt')
    assert.deepEqual([readFileSync(paper, 'utf8'), statSync(paper).mode & 0o777], ['On computable numbers', 0o444])

    const again = await replyWith(app, id, metadata, files.toReversed())
    assert.deepEqual([again.body, again.headers.get('idempotent-replayed')], [accepted(id), 'true'])
    const changed = files.map((file) => ({ ...file, text: `${file.text}!` }))
    for (const other of [changed, files.slice(1), []]) {
      assert.equal(refusal(await replyWith(app, id, metadata, other)).code, 'IDEMPOTENCY_MISMATCH')
    }
    assert.deepEqual(leftOf(app.data, folder).requests, [])
    assert.equal(readFileSync(paper, 'utf8'), 'On computable numbers')
    const answered = await app.app.runner.store.interactions.get(run_id, 1)
    assert.deepEqual(
      answered?.answer?.files.map(({ path, size }) => [path, size]),
      [
        ['deep/er/paper.txt', 21],
        ['empty', 0],
        ['notes', 13],
      ],
    )
    // A kind that asks for no files takes them all the same.
    const last = await replyWith(app, id, { interaction_id: 2, response: 'see there' }, [{ part: 'more', text: 'more' }])
    assert.equal(last.status, 200)
    await app.until(id, 'succeeded')
    assert.equal(readFileSync(join(folder, 'replies/2/more'), 'utf8'), 'more')
  },
)

const replyFiles = { files: 2, fileBytes: 10, totalBytes: 15, keptFreeBytes: 0 }
const file = (filename: string, size: number): File => ({ part: filename, filename, text: 'x'.repeat(size) })

/** What a reply may not bring, and why. */
const refused = [
  [[file('a', 1), file('b', 1), file('c', 1)], 413, 'UPLOAD_TOO_LARGE', { limit_files: 2 }],
  [[file('a', 11)], 413, 'UPLOAD_TOO_LARGE', { file: 'a', limit_bytes: 10 }],
  [[file('a', 10), file('b', 6)], 413, 'UPLOAD_TOO_LARGE', { file: 'b', limit_total_bytes: 15 }],
  [[file('../a', 1)], 400, 'UPLOAD_INVALID', { part: '../a', file: '../a', problem: 'it holds ..' }],
  [[file('/etc/passwd', 1)], 400, 'UPLOAD_INVALID', { part: '/etc/passwd', file: '/etc/passwd', problem: 'it is absolute' }],
  [[{ part: 'a\\b', text: 'x' }], 400, 'UPLOAD_INVALID', { part: 'a\\b', file: 'a\\b', problem: 'it holds a backslash' }],
  [[file('a', 1), { part: 'a', text: 'x' }], 400, 'UPLOAD_INVALID', { part: 'a', file: 'a', problem: 'it is there twice' }],
  [
    [file('Paper', 1), file('paper', 1)],
    400,
    'UPLOAD_INVALID',
    { part: 'paper', file: 'paper', problem: 'it differs from "Paper" in nothing but upper and lower case or accents' },
  ],
] as const

verifies(
  'reply.files',
  'files over the limits or with bad names, and files of a reply that is refused, are refused and nothing of them is left',
  async () => {
    await using app = await startApp({ env, skills: [asking('brings', bring)], limits: { replyFiles } })
    const id = await converse(app, 'brings')
    const asked = await question(app, id)
    const { run_id } = await app.job(id)
    const before = await app.job(id)
    for (const [files, status, code, details] of refused) {
      const answer = await replyWith(app, id, { interaction_id: 1, response: null }, files)
      assert.deepEqual(refusal(answer), { status, code, details })
      assert.deepEqual(leftOf(app.data, app.runFolder(run_id)), nothingLeft)
    }
    const wrong = await replyWith(app, id, { interaction_id: 1, response: 7 }, [file('a', 1)])
    assert.deepEqual(refusal(wrong), {
      status: 400,
      code: 'REPLY_INVALID',
      details: { problems: [{ path: '/response', message: 'must be null, a text or an object', keyword: 'type' }] },
    })
    assert.equal(
      refusal(await replyWith(app, id, { interaction_id: 2, response: null }, [file('a', 1)])).code,
      'STALE_INTERACTION',
    )
    const headless = new FormData()
    headless.append('a', 'x')
    headless.append('metadata', JSON.stringify({ interaction_id: 1, response: null }))
    assert.deepEqual(refusal(await send(app.url, `/v1/jobs/${id}/interaction/reply`, headless)), {
      status: 400,
      code: 'INVALID_REQUEST',
      details: { problems: [{ path: '/metadata', message: 'must be the first part of the form', keyword: 'required' }] },
    })
    await cutShort(app, id)
    await until('nothing is left of a cut request', () => receivedBy(app.data).length === 0)
    assert.deepEqual(leftOf(app.data, app.runFolder(run_id)), nothingLeft)
    assert.deepEqual([await question(app, id), await app.job(id)], [asked, before])
    assert.equal((await replyWith(app, id, { interaction_id: 1, response: null }, [file('a', 10), file('b', 5)])).status, 200)
    await app.until(id, 'succeeded')
  },
)

verifies(
  'reply.files',
  'files of a reply that leave too little of the disk are refused, the question stays, and without that bound they are taken',
  async () => {
    for (const [keptFreeBytes, status, code, left] of [
      // More than any disk has.
      [Number.MAX_SAFE_INTEGER, 503, 'DISK_LOW', []],
      [0, 200, null, ['1', '1/a']],
    ] as const) {
      const limits = { replyFiles: { ...replyFiles, keptFreeBytes } }
      await using app = await startApp({ env, skills: [asking('brings', bring)], limits })
      const id = await converse(app, 'brings')
      await question(app, id)
      const { run_id } = await app.job(id)
      const answer = await replyWith(app, id, { interaction_id: 1, response: null }, [file('a', 1)])
      assert.deepEqual([answer.status, code && refusal(answer).code], [status, code])
      await app.until(id, code ? 'waiting_user' : 'succeeded')
      assert.deepEqual(leftOf(app.data, app.runFolder(run_id)), { requests: [], replies: left })
    }
  },
)

test('replies leave as much of the disk as the operator wants to have free', async () => {
  await using app = await startApp({ env: { SKILL_RUNNER_DISK_LOW_BYTES: '4' } })
  const { files, fileBytes, totalBytes, keptFreeBytes } = app.app.runner.limits.replyFiles
  assert.deepEqual([files, fileBytes, totalBytes, keptFreeBytes], [8, 33_554_432, 67_108_864, 4])
})

const receivedBy = (data: string): string[] => readdirSync(join(data, 'requests')).map((name) => join(data, 'requests', name))

/** Sends half of a file and hangs up once the server has begun to write it. */
async function cutShort(app: Awaited<ReturnType<typeof startApp>>, id: string): Promise<void> {
  const url = `${app.url}/v1/jobs/${id}/interaction/reply`
  const request = httpRequest(url, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '4096' },
  })
  request.on('error', () => {})
  const metadata = JSON.stringify({ interaction_id: 1, response: null })
  request.write(`--b\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n${metadata}\r\n`)
  request.write('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nxxx')
  await until('the server writes the file', () => receivedBy(app.data).some((folder) => existsSync(join(folder, 'uploads/a'))))
  request.destroy()
}

verifies('reply.files', 'of replies that bring different files at once, one wins and only its files are there', async () => {
  await using app = await startApp({ env, skills: [asking('brings', bring)] })
  const id = await converse(app, 'brings')
  await question(app, id)
  const rivals = Array.from({ length: 8 }, (_, n) => [file(`of-${n}`, n), file(`also-${n}`, 3)])
  const answers = await Promise.all(rivals.map((files) => replyWith(app, id, { interaction_id: 1, response: null }, files)))
  const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
  assert.equal(winners.length, 1)
  for (const answer of answers.filter(({ status }) => status !== 200)) assert.equal(refusal(answer).code, 'NOT_WAITING')
  const { run_id } = await app.until(id, 'succeeded')
  assert.deepEqual(leftOf(app.data, app.runFolder(run_id)), {
    requests: [],
    replies: ['1', `1/also-${winners[0]}`, `1/of-${winners[0]}`],
  })
})

test('files of a reply that could not be written down are gone, and those that a crash left are not taken for its own', async () => {
  await using app = await startApp({ env, skills: [asking('asks', 'Well?', 'And?')] })
  const id = await converse(app, 'asks')
  await question(app, id)
  const folder = app.runFolder((await app.job(id)).run_id)
  const audit = join(folder, '.audit')
  renameSync(audit, `${audit}.away`)
  writeFileSync(audit, 'in the way')
  const failed = await replyWith(app, id, { interaction_id: 1, response: 'so' }, [file('a', 1)])
  assert.ok(failed.status >= 500, `${failed.status}`)
  assert.deepEqual(leftOf(app.data, folder), nothingLeft)
  await rm(audit)
  renameSync(`${audit}.away`, audit)

  for (const [interaction_id, files] of [
    [1, []],
    [2, [file('mine', 1)]],
  ] as const) {
    await question(app, id, interaction_id)
    mkdirSync(join(folder, 'replies', String(interaction_id), 'deep'), { recursive: true })
    writeFileSync(join(folder, 'replies', String(interaction_id), 'deep', 'left'), 'by nobody')
    assert.equal((await replyWith(app, id, { interaction_id, response: 'so' }, files)).status, 200)
  }
  await app.until(id, 'succeeded')
  assert.deepEqual(leftOf(app.data, folder), { requests: [], replies: ['2', '2/mine'] })
})

test('with little room on the disk a reply with files is refused, and one without is accepted', async () => {
  let free = 2 ** 40
  await using app = await startApp({ env, skills: [asking('asks', 'Well?')], freeBytes: async () => free })
  const id = await converse(app, 'asks')
  await question(app, id)
  free = 1
  assert.equal(refusal(await replyWith(app, id, { interaction_id: 1, response: 'so' }, [file('a', 1)])).code, 'DISK_LOW')
  assert.equal((await reply(app, id, { interaction_id: 1, response: 'so' })).status, 200)
})

const mebibyte = 2 ** 20

verifies(
  'reply.files',
  'two files of 32 MiB are taken as they come with flat memory; one byte more in a file, and eight of them, are refused',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'asr-reply-'))
    try {
      await using server = await startServer({ folder, skills: [asking('brings', bring, 'More?')], env })
      const id = await converse(server, 'brings')
      await question(server, id)
      const { run_id } = await server.job(id)
      const largest = 32 * mebibyte
      const tooMany = await sendSizes(server, id, Array(8).fill(largest))
      assert.deepEqual(
        [tooMany.status, tooMany.code, tooMany.details],
        [413, 'UPLOAD_TOO_LARGE', { file: 'f2', limit_total_bytes: 2 * largest }],
      )
      const tooLarge = await sendSizes(server, id, [largest + 1])
      assert.deepEqual(
        [tooLarge.status, tooLarge.code, tooLarge.details],
        [413, 'UPLOAD_TOO_LARGE', { file: 'f0', limit_bytes: largest }],
      )
      const nine = await sendSizes(server, id, Array(9).fill(1))
      assert.deepEqual([nine.status, nine.code, nine.details], [413, 'UPLOAD_TOO_LARGE', { limit_files: 8 }])
      assert.deepEqual(leftOf(server.data, server.runFolder(run_id)), nothingLeft)

      const { status, grownBytes } = await sendSizes(server, id, [largest, largest])
      assert.equal(status, 200)
      assert.ok(grownBytes < 48 * mebibyte, `the server grew by ${(grownBytes / mebibyte).toFixed(0)} MiB`)
      await question(server, id, 2)
      const sizes = ['f0', 'f1'].map((name) => statSync(join(server.runFolder(run_id), 'replies/1', name)).size)
      assert.deepEqual(sizes, [largest, largest])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)

const memoryOf = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

/** Sends files of these sizes a piece at a time; tells the answer, and by how much the server grew meanwhile. */
async function sendSizes(server: Awaited<ReturnType<typeof startServer>>, id: string, sizes: readonly number[]) {
  const before = memoryOf(server.child.pid)
  let most = before
  const piece = randomBytes(mebibyte)
  async function* body() {
    yield `--b\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n${JSON.stringify({ interaction_id: 1, response: null })}\r\n`
    for (const [n, size] of sizes.entries()) {
      yield `--b\r\ncontent-disposition: form-data; name="f${n}"\r\n\r\n`
      for (let left = size; left > 0; left -= mebibyte) {
        most = Math.max(most, memoryOf(server.child.pid))
        yield piece.subarray(0, left)
      }
      yield '\r\n'
    }
    yield '--b--\r\n'
  }
  const { status, text } = await post(`${server.url}/v1/jobs/${id}/interaction/reply`, body())
  const { code = null, details = null } = status === 200 ? {} : errorOf(JSON.parse(text))
  return { status, code, details, grownBytes: most - before }
}

/** Goes on sending after an answer, as clients do. */
function post(url: string, body: AsyncIterable<string | Buffer>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' } },
      (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    request.on('error', reject)
    const write = async () => {
      for await (const piece of body) {
        if (!request.write(piece)) await new Promise((drained) => request.once('drain', drained))
      }
      request.end()
    }
    write().catch(reject)
  })
}
