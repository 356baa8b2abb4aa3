import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutSecrets } from '../../../examples/client/lib/recording.js'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { masked, send, startExampleClient } from './support/example-client.ts'
import { writeTokens } from './support/tokens.ts'

/** What is recorded of a job of demo-prime-number with a file; its ids and times are masked. */
const recorded = {
  steps: [
    {
      at: 'TIME',
      action: 'create',
      request: {
        method: 'POST',
        path: '/v1/jobs',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'KEY' },
        body: {
          skill_id: 'demo-prime-number',
          input: { numbers: [4] },
          runtime_options: { execution_mode: 'auto' },
          api_key: '(left out)',
        },
      },
      response: {
        status: 200,
        body: {
          request_id: 'JOB',
          cache_hit: false,
          status: 'queued',
          awaiting_upload: true,
          upload_url: '/v1/jobs/JOB/upload',
          warnings: [
            {
              code: 'REQUEST_NAME_IGNORED',
              message: '/api_key is not known here and was ignored.',
              level: 'warning',
              normalization_level: null,
              details: { path: '/api_key', nearest: null },
            },
          ],
        },
      },
    },
    {
      at: 'TIME',
      action: 'upload',
      request: {
        method: 'POST',
        path: '/v1/jobs/JOB/upload',
        headers: { 'content-type': 'multipart/form-data' },
        body: {
          parts: [
            {
              name: 'input_file',
              filename: 'numbers.txt',
              type: 'text/plain',
              size: 5,
              sha256: 'dcf7d0378a8e4f73292ceb621c258ebd4ae42b709fa70c57f5705a38318f0c19',
            },
          ],
        },
      },
      response: {
        status: 200,
        body: { request_id: 'JOB', cache_hit: false, status: 'queued', extracted_files: ['input_file'] },
      },
    },
    {
      at: 'TIME',
      action: 'result_read',
      request: { method: 'GET', path: '/v1/jobs/JOB/result', headers: {}, body: null },
      response: {
        status: 200,
        body: {
          request_id: 'JOB',
          result: {
            status: 'succeeded',
            data: { count: 3, primes: [7, 11], prime_count: 2, divisor: 10, divisible_count: 0, largest_prime: 11 },
            artifacts: [
              {
                role: 'primes',
                path: 'artifacts/primes.json',
                filename: 'primes.json',
                mime: 'application/json',
                size: 7,
                sha256: '6c9bb6519bfb89e9d33154c36577c63062bf6c8e6f28ef5d34a952213438630f',
                required: true,
                url: '/v1/jobs/JOB/artifacts/artifacts/primes.json',
              },
              {
                role: 'report',
                path: 'artifacts/report.md',
                filename: 'report.md',
                mime: 'text/markdown',
                size: 155,
                sha256: '480cf1b5a86a23d85ccc84d6998b3d72063e54ef956687677b28bce6ce936006',
                required: true,
                url: '/v1/jobs/JOB/artifacts/artifacts/report.md',
              },
            ],
            normalization_level: null,
            validation_warnings: [],
            error: null,
            usage: null,
          },
        },
      },
    },
  ],
}

verifies(
  ['client.runs-skills', 'client.records'],
  'a job is created, gets its file and is read through the client, and the recording holds all of it but secrets',
  async () => {
    using tokens = writeTokens([{ name: 'runner', scopes: ['run'] }])
    await using app = await startApp({ env: tokens.env })
    const token = tokens.tokenOf('runner')
    await using client = await startExampleClient(app.url, { SKILL_RUNNER_E2E_CLIENT_BACKEND_TOKEN: token })
    const job = {
      skill_id: 'demo-prime-number',
      input: { numbers: [4] },
      runtime_options: { execution_mode: 'auto' },
      api_key: 'k-1',
    }
    // A page cannot choose another token: the client sends its own.
    const headers = { authorization: 'Bearer other', 'idempotency-key': crypto.randomUUID() }
    const { body } = await send(client.url, '/v1/jobs', job, headers)
    const id: string = body.request_id
    const form = new FormData()
    form.append('input_file', new File(['7\n11\n'], 'numbers.txt', { type: 'text/plain' }))
    await send(client.url, `/v1/jobs/${id}/upload`, form)
    const read = async (path: string) => (await fetch(`${client.url}/v1/jobs/${id}/${path}`)).text()
    assert.match(await read('events?cursor=0'), /^event: snapshot\n[\s\S]*"type":"conversation.completed"/)
    // The second read brings nothing new, and is no step.
    assert.equal(await read('result'), await read('result'))
    assert.equal(await read('artifacts/artifacts/primes.json'), '[7,11]\n')
    const recording = client.recordingOf(id)
    assert.deepEqual([recording.includes(token), recording.includes('k-1')], [false, false])
    assert.deepEqual(masked(recording, id), recorded)
    assert.deepEqual(await client.get(`/recordings/${id}`), { status: 200, body: { name: id, ...JSON.parse(recording) } })
    const at = JSON.parse(recording).steps[0].at
    assert.deepEqual(await client.get('/recordings'), {
      status: 200,
      body: { recordings: [{ name: id, skill_id: 'demo-prime-number', at, steps: 3 }] },
    })
  },
)

verifies('client.records', 'secrets are left out by their names, and the token wherever it occurs', () => {
  const texts = {
    password: 'p',
    api_key: 'k',
    'x-api-key': 'k',
    accessToken: 'a',
    Authorization: 'Bearer b',
    webhook_secret: 's',
  }
  const leftOut = Object.fromEntries(Object.keys(texts).map((name) => [name, '(left out)']))
  const others = { token_count: 3, token: 4, tokens: 'many', password: null }
  assert.deepEqual(withoutSecrets({ ...others, data: [texts, 'a t0ken b'] }, 't0ken'), {
    ...others,
    data: [leftOut, 'a (left out) b'],
  })
})

verifies('client.records', 'a rejected job is recorded too, and a file that is no recording is reported', async () => {
  await using app = await startApp()
  await using client = await startExampleClient(app.url)
  const { status, body } = await send(client.url, '/v1/jobs', { skill_id: 'no-such-skill' })
  assert.deepEqual([status, body.error.code], [404, 'SKILL_NOT_FOUND'])
  const { recordings } = (await client.get<{ recordings: { name: string; steps: number }[] }>('/recordings')).body
  assert.deepEqual(
    recordings.map(({ name, steps }) => [/^rejected_\d{17}$/.test(name), steps]),
    [[true, 1]],
  )
  writeFileSync(join(client.folder, 'recordings', 'edited.json'), '{"steps": [{}]}')
  const message = 'This file is not a recording of this client. Delete it, or record again.'
  assert.deepEqual(await client.get('/recordings/edited'), {
    status: 422,
    body: { error: { code: 'RECORDING_INVALID', message, details: {}, request_id: null } },
  })
})

verifies('client.records', 'a job runs also if nothing can be recorded', async () => {
  await using app = await startApp()
  await using client = await startExampleClient(app.url)
  rmSync(join(client.folder, 'recordings'), { recursive: true })
  writeFileSync(join(client.folder, 'recordings'), 'not a folder')
  const { status, body } = await send(client.url, '/v1/jobs', { skill_id: 'demo-echo', input: { text: 'Hello' } })
  assert.equal(status, 200)
  assert.equal((await app.until(body.request_id, 'succeeded')).skill_id, 'demo-echo')
  assert.deepEqual(await client.get('/recordings'), { status: 200, body: { recordings: [] } })
})

verifies('client.records', 'the sample is a whole interview', () => {
  const sample = new URL('../../../examples/client/recordings/sample-interview.json', import.meta.url)
  const { steps } = JSON.parse(readFileSync(sample, 'utf8'))
  assert.deepEqual(
    steps.map(({ action, response }: { action: string; response: { status: number } }) => [action, response.status]),
    [
      ['create', 200],
      ['reply', 200],
      ['reply', 200],
      ['reply', 200],
      ['result_read', 200],
    ],
  )
})
