import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { Job, JobList } from '@agent-skill-runner/contract/job.ts'
import { thorough } from '../../../../test/thorough.ts'
import { verifies } from '../../../../test/verifies.ts'
import { sweep } from '../../src/upkeep/sweep.ts'
import { checkAnswer, errorOf, problemsOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { changeRows } from '../support/database.ts'
import { createWith, formOf, send, upload, uploadOf } from '../support/forms.ts'
import { startServer } from '../support/server.ts'
import type { TestSkill } from '../support/skills.ts'
import { until } from '../support/until.ts'
import { mode, zipAround, zipOf } from '../support/zips.ts'

const fileField = { type: 'string', 'x-input-source': 'file' }
const sizes: TestSkill = {
  id: 'sizes',
  sh: 'printf \'{"bytes": %s}\' "$(wc -c < uploads/paper)"',
  input: { type: 'object', properties: { paper: fileField }, required: ['paper'] },
}

const mebibyte = 2 ** 20

/** Everything below a folder, so that a test sees what an upload left. */
/** All but the reserve of the server, which it takes a second after its start. */
const everythingIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/^data\/reserve(\.new)?$/.test(path))
    .sort()

/** The parts of a multipart body by hand, for bodies that no library would send. */
const boundary = 'the-boundary'
const partHead = (name: string): string => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="x"\r\n\r\n`
const formEnd = `\r\n--${boundary}--\r\n`
const formType = { 'content-type': `multipart/form-data; boundary=${boundary}` }

async function sendRaw(url: string, path: string, body: string, type = formType['content-type']) {
  const response = await fetch(url + path, { method: 'POST', headers: { 'content-type': type }, body })
  const answer = await response.json()
  checkAnswer('POST', path, response.status, answer)
  return { status: response.status, code: errorOf(answer).code, details: errorOf(answer).details }
}

/** For all tests that need no settings of their own. */
let plain: Awaited<ReturnType<typeof startApp>>
before(async () => {
  plain = await startApp({ skills: [sizes] })
})
after(() => plain[Symbol.asyncDispose]())

verifies(
  'hostile.zip-inputs',
  'hostile archives are refused with a code and the entry, and the job is still usable',
  async () => {
    await using app = await startApp({
      skills: [sizes],
      limits: {
        uploads: {
          ...{ totalBytes: 4 * mebibyte, fileBytes: 2 * mebibyte, files: 10, ratio: 100 },
          ...{ ratioFloorBytes: mebibyte, keptFreeBytes: 0 },
        },
      },
    })
    const id = await app.create('sizes')
    const good = { name: 'paper', data: 'x' }
    const zeros = Buffer.alloc(mebibyte + 1)
    const hostile: [string, Buffer, number, string, string | null][] = [
      ['slip', zipOf([good, { name: '../../../canary', data: 'x' }]), 400, 'UPLOAD_INVALID', '../../../canary'],
      [
        'absolute',
        zipOf([good, { name: join(app.folder, 'canary'), data: 'x' }]),
        400,
        'UPLOAD_INVALID',
        join(app.folder, 'canary'),
      ],
      ['backslash', zipOf([good, { name: '..\\canary', data: 'x' }]), 400, 'UPLOAD_INVALID', '..\\canary'],
      ['link', zipOf([good, { name: 'l', data: app.folder, mode: mode.link }]), 400, 'UPLOAD_INVALID', 'l'],
      ['twice', zipOf([good, { name: 'PAPER', data: 'y' }]), 400, 'UPLOAD_INVALID', 'PAPER'],
      ['encrypted', zipOf([{ ...good, flags: 0x801 }]), 400, 'UPLOAD_INVALID', 'paper'],
      ['damaged', zipOf([{ ...good, crc: 7 }]), 400, 'UPLOAD_INVALID', 'paper'],
      ['truncated', zipOf([good]).subarray(0, 30), 400, 'UPLOAD_INVALID', null],
      ['empty', Buffer.alloc(0), 400, 'UPLOAD_INVALID', null],
      ['bomb', zipOf([{ name: 'paper', data: zeros, deflate: true }]), 413, 'UPLOAD_TOO_LARGE', 'paper'],
      ['liar', zipOf([{ name: 'paper', data: zeros, deflate: true, size: 5 }]), 400, 'UPLOAD_INVALID', 'paper'],
      ['file too large', zipOf([{ name: 'paper', data: Buffer.alloc(2 * mebibyte + 1) }]), 413, 'UPLOAD_TOO_LARGE', 'paper'],
    ]
    const before = everythingIn(app.folder)
    for (const [what, zip, status, code, entry] of hostile) {
      const answer = await upload(app, id, { file: zip })
      const { code: said, details, request_id } = errorOf(answer.body)
      assert.deepEqual([what, answer.status, said, request_id], [what, status, code, id])
      assert.equal((details as { entry: string | null }).entry, entry, what)
      assert.deepEqual(everythingIn(app.folder), before, `${what} left something`)
    }
    const many = await upload(app, id, { file: zipOf(Array.from({ length: 11 }, (_, n) => ({ name: `n${n}` }))) })
    assert.deepEqual([many.status, errorOf(many.body).details], [413, { entries: 11, limit_entries: 10 }])
    const much = await upload(app, id, { file: Buffer.alloc(4 * mebibyte + 1) })
    assert.deepEqual([much.status, errorOf(much.body).details], [413, { part: 'file', limit_bytes: 4 * mebibyte }])
    const large = await upload(app, id, { paper: Buffer.alloc(2 * mebibyte + 1) })
    assert.deepEqual([large.status, errorOf(large.body).details], [413, { part: 'paper', limit_bytes: 2 * mebibyte }])
    assert.deepEqual(everythingIn(app.folder), before)
    assert.equal((await app.job(id)).awaiting_upload, true)
    assert.equal((await upload(app, id, { file: zipOf([good]) })).status, 200)
    await app.until(id, 'succeeded')
  },
)

verifies('hostile.upload-sizes', 'a file of 0 bytes is a file', async () => {
  const app = plain
  for (const parts of [{ paper: '' }, { file: zipOf([{ name: 'paper' }]) }]) {
    const { body } = await createWith(app, { skill_id: 'sizes' }, parts, { prefer: 'wait=240' })
    assert.deepEqual([body.status, body.result?.data], ['succeeded', { bytes: 0 }])
  }
})

verifies(
  ['hostile.upload-sizes', 'inputs.zip-upload-streams'],
  'uploads of twice the memory that the server may grow by, as a part and as a zip, grow it by less; what it was receiving when it died is gone after its restart',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'asr-big-'))
    const pieces = thorough ? 300 : 128
    try {
      await using server = await startServer({ folder, skills: [sizes], env: { SKILL_RUNNER_DISK_LOW_BYTES: '0' } })
      const size = pieces * mebibyte
      const piece = Buffer.alloc(mebibyte, 'numbers ')
      let crc = 0
      for (let n = 0; n < pieces; n++) crc = crc32(piece, crc)
      const zip = zipAround('paper', size, crc)
      const warm = await server.create('sizes')
      await upload(server, warm, { file: zipOf([{ name: 'paper', data: 'warm' }]) })
      await server.until(warm, 'succeeded')
      const bodies = {
        part: [Buffer.from(partHead('paper')), Buffer.from(formEnd)],
        zip: [Buffer.concat([Buffer.from(partHead('file')), zip.head]), Buffer.concat([zip.tail, Buffer.from(formEnd)])],
      } as const
      for (const [what, [head, tail]] of Object.entries(bodies)) {
        const id = await server.create('sizes')
        const before = memoryOf(server.child.pid)
        const { status, most } = await stream(server, `/v1/jobs/${id}/upload`, head, piece, pieces, tail)
        assert.equal(status, 200)
        const grown = (most - before) / mebibyte
        assert.ok(grown < 64, `${what}: the server grew by ${grown.toFixed(0)} MiB`)
        await server.until(id, 'succeeded')
        const { body } = await server.get<{ result: { data: unknown } }>(`/v1/jobs/${id}/result`)
        assert.deepEqual(body.result.data, { bytes: size })
      }
      await diesWhileReceiving(server, folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)

async function diesWhileReceiving(server: Awaited<ReturnType<typeof startServer>>, folder: string): Promise<void> {
  const requests = join(server.data, 'requests')
  const known = everythingIn(requests)
  const id = await server.create('sizes')
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST /v1/jobs/${id}/upload HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${formType['content-type']}\r\ncontent-length: 1000000\r\n\r\n${partHead('paper')}${'x'.repeat(100_000)}`,
  )
  await until('something has arrived', () => everythingIn(requests).some((path) => path.endsWith('paper')))
  await server.kill()
  socket.destroy()
  await using next = await startServer({ folder })
  assert.deepEqual(everythingIn(requests), known)
  assert.equal((await upload(next, id, { paper: 'p' })).status, 200)
  await next.until(id, 'succeeded')
}

function memoryOf(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

/** Sends so many pieces, and tells how large the server was at most meanwhile. */
function stream(
  server: Awaited<ReturnType<typeof startServer>>,
  path: string,
  head: Buffer,
  piece: Buffer,
  count: number,
  tail: Buffer,
): Promise<{ status: number; most: number }> {
  return new Promise((resolve, reject) => {
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, memoryOf(server.child.pid))
    }, 20)
    const request = httpRequest(server.url + path, { method: 'POST', headers: formType }, (response) => {
      clearInterval(watch)
      response.resume()
      resolve({ status: response.statusCode ?? 0, most })
    })
    request.on('error', reject)
    const write = async () => {
      request.write(head)
      for (let n = 0; n < count; n++) if (!request.write(piece)) await new Promise((drained) => request.once('drain', drained))
      request.end(tail)
    }
    write().catch(reject)
  })
}

verifies(
  'hostile.upload-sizes',
  'a caller that leaves in the middle leaves nothing behind, and the job can still be used',
  async () => {
    const app = plain
    const id = await app.create('sizes')
    const requests = join(app.data, 'requests')
    const known = everythingIn(requests)
    for (const name of ['paper', 'file']) {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
      socket.write(
        `POST /v1/jobs/${id}/upload HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${formType['content-type']}\r\ncontent-length: 1000000\r\n\r\n`,
      )
      socket.write(`${partHead(name)}${'x'.repeat(100_000)}`)
      const isNew = (path: string) => !known.includes(path)
      await until('something has arrived', () =>
        everythingIn(requests)
          .filter(isNew)
          .some((path) => /paper|archive/.test(path)),
      )
      socket.destroy()
      await until('nothing is left of it', () => !everythingIn(requests).some(isNew))
    }
    assert.equal((await app.job(id)).awaiting_upload, true)
    assert.equal((await upload(app, id, { paper: 'p' })).status, 200)
    await app.until(id, 'succeeded')
  },
)

verifies('door.request-limits', 'an upload may take long, but not stand still', async () => {
  await using app = await startApp({ skills: [sizes], doorLimits: { requestTimeoutMs: 500 } })
  const head = (id: string, length: number) =>
    `POST /v1/jobs/${id}/upload HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: ${formType['content-type']}\r\ncontent-length: ${length}\r\n\r\n`
  const slow = await app.create('sizes')
  const body = `${partHead('paper')}${'x'.repeat(12)}${formEnd}`
  const answer = await talk(app.url, async (write) => {
    write(head(slow, body.length) + body.slice(0, -30))
    // Time itself is what is tested: in all three times as long as a body without progress may take.
    for (const letter of body.slice(-30)) {
      await wait(50)
      write(letter)
    }
  })
  assert.match(answer, /^HTTP\/1.1 200 /)
  const still = await app.create('sizes')
  const stopped = await talk(app.url, async (write) => write(head(still, 1000) + partHead('paper')))
  assert.match(stopped, /^HTTP\/1.1 408 [\s\S]*"code":"REQUEST_TIMEOUT"/)
  await until('nothing is left of it', () => readdirSync(join(app.data, 'requests')).every((name) => !name.startsWith('.')))
  assert.equal((await app.job(still)).awaiting_upload, true)
})

/** Everything the server says until it hangs up. */
async function talk(url: string, say: (write: (text: string) => void) => Promise<void>): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let heard = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await say((text) => socket.write(text))
  await closed
  return heard
}

verifies('door.one-error-shape', 'what is no form, or half of one, is refused in the one shape', async () => {
  const app = plain
  const id = await app.create('sizes')
  const path = `/v1/jobs/${id}/upload`
  const form = formType['content-type']
  const known = readdirSync(join(app.data, 'requests'))
  const refused = [
    [await sendRaw(app.url, path, '{}', 'application/json'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [await sendRaw(app.url, path, 'x', 'text/plain'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [await sendRaw(app.url, path, 'x', 'multipart/form-data'), 400, 'INVALID_REQUEST'],
    [await sendRaw(app.url, path, 'not a form', form), 400, 'INVALID_REQUEST'],
    [await sendRaw(app.url, path, `${partHead('paper')}half`, form), 400, 'INVALID_REQUEST'],
    [await sendRaw(app.url, path, `${partHead('paper').slice(0, 40)}`, form), 400, 'INVALID_REQUEST'],
    // The headers of a part go on up to the next boundary: as the only part, before another one, and behind one.
    [await sendRaw(app.url, path, `${partHead('paper')}--${boundary}--`, form), 400, 'INVALID_REQUEST'],
    [await sendRaw(app.url, path, `${partHead('paper')}${partHead('paper')}x${formEnd}`, form), 400, 'INVALID_REQUEST'],
    [await sendRaw(app.url, path, `${partHead('paper')}x\r\n${partHead('paper')}--${boundary}--`, form), 400, 'INVALID_REQUEST'],
    [await sendRaw(app.url, path, `${partHead('x').repeat(1002)}${formEnd}`, form), 400, 'UPLOAD_INVALID'],
    [await sendRaw(app.url, '/v1/jobs', '', form), 400, 'INVALID_REQUEST'],
    [await sendRaw(app.url, `/v1/jobs/${id}/cancel`, `${partHead('x')}${formEnd}`, form), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ] as const
  for (const [answer, status, code] of refused) assert.deepEqual([answer.status, answer.code], [status, code])
  assert.deepEqual(readdirSync(join(app.data, 'requests')), known)
  assert.equal((await app.job(id)).awaiting_upload, true)
})

verifies('hostile.deep-json', 'deep JSON, unknown fields and hostile ids get a clear 4xx, in a body and in a part', async () => {
  const app = plain
  const known = [(await app.get<JobList>('/v1/jobs')).body.jobs, readdirSync(join(app.data, 'requests'))]
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const job = (input: string) => `{"skill_id":"sizes","input":${input}}`
  for (const depth of [129, 10_000, 400_000]) {
    const inBody = await app.post('/v1/jobs', job(deep(depth)))
    const inPart = await send(app.url, '/v1/jobs', formOf({ job: job(deep(depth)) }))
    for (const { status, body } of [inBody, inPart]) {
      assert.deepEqual([status, errorOf(body).code], [400, 'INVALID_REQUEST'])
      assert.deepEqual(problemsOf(body), [
        { path: '', message: 'must not be nested deeper than 128 levels', keyword: 'maxDepth' },
      ])
    }
  }
  const ids = ['..%2f..%2fetc', '%00', 'job_%0d%0aset-cookie:x', `'%20or%201=1--`, '__proto__', 'x'.repeat(64), '%F0%9F%92%A9']
  for (const id of ids) {
    const { status, body } = await send(app.url, `/v1/jobs/${id}/upload`, formOf({ paper: 'p' }))
    assert.deepEqual([id, status, errorOf(body).code], [id, 404, 'JOB_NOT_FOUND'])
  }
  const long = await send(app.url, `/v1/jobs/${'x'.repeat(65)}/upload`, formOf({ paper: 'p' }))
  assert.deepEqual([long.status, errorOf(long.body).code], [400, 'INVALID_REQUEST'])
  assert.deepEqual([(await app.get<JobList>('/v1/jobs')).body.jobs, readdirSync(join(app.data, 'requests'))], known)
})

test('where the server has a token, an upload needs it before its body is looked at', async () => {
  await using app = await startApp({ skills: [sizes], env: { SKILL_RUNNER_TOKEN: 'a-token-that-is-long-enough' } })
  const without = await send(app.url, '/v1/jobs/job_x/upload', formOf({ paper: 'p' }))
  assert.deepEqual([without.status, errorOf(without.body).code], [401, 'UNAUTHORIZED'])
})

verifies(
  ['cleanup.retention-by-age', 'fair.jobs-that-await-an-upload'],
  'what was never brought is swept after a day: the job says why, and half an upload is gone',
  async () => {
    await using app = await startApp({ skills: [sizes] })
    const ids = [await app.create('sizes'), await app.create('sizes')] as const
    const requests = join(app.data, 'requests')
    await mkdir(join(requests, '.receiving-old', 'uploads'), { recursive: true })
    await mkdir(join(requests, '.receiving-new'))
    await mkdir(join(requests, 'job_gone'))
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
    for (const name of ['.receiving-old', 'job_gone']) utimesSync(join(requests, name), longAgo, longAgo)
    await sweep(app.app.runner)
    assert.deepEqual(readdirSync(requests), ['.receiving-new'])
    const age = 'update runs set created_at = ? where id = (select run_id from jobs where id = ?)'
    await changeRows(app.data, age, [longAgo.toISOString(), ids[0]])
    await sweep(app.app.runner)
    const [old, young] = (await Promise.all(ids.map((id) => app.job(id)))) as [Job, Job]
    assert.deepEqual([old.status, old.error?.code, old.awaiting_upload], ['canceled', 'UPLOAD_EXPIRED', false])
    assert.equal(young.awaiting_upload, true)
    assert.deepEqual(
      (await app.events(ids[0])).map(({ type }) => type),
      ['conversation.state.changed', 'conversation.canceled'],
    )
  },
)

test('files of a job that ended before it started are swept, and cleanup removes what is left of its request', async () => {
  await using app = await startApp({ skills: [sizes], limits: { maxQueue: 0 } })
  const id = await app.create('sizes')
  assert.equal((await upload(app, id, { paper: 'p' })).status, 429)
  const request = uploadOf(app.data, id)
  assert.deepEqual(everythingIn(request), ['input_manifest.json', 'uploads', 'uploads/paper'])
  await sweep(app.app.runner)
  assert.deepEqual(everythingIn(request), ['input_manifest.json', 'uploads', 'uploads/paper'], 'a job that waits keeps them')
  await app.post(`/v1/jobs/${id}/cancel`)
  await sweep(app.app.runner)
  assert.deepEqual(everythingIn(request), ['input_manifest.json'])
  const { store } = app.app.runner
  const get = () => assert.fail('a job without files here was looked up')
  await sweep({ ...app.app.runner, store: { ...store, jobs: { ...store.jobs, get } } })
  await app.post('/v1/jobs/cleanup')
  assert.deepEqual(readdirSync(join(app.data, 'requests')), [])
})
