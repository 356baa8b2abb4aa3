import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { openBrowser, withoutBrowser } from './support/browser.ts'
import { asking } from './support/conversations.ts'

const sources = new URL('../../sdk/src/', import.meta.url)
const token = 'a-token-of-sixteen'

verifies(
  'sdk.client-without-dependencies',
  'the SDK runs in Chromium as it is, less its types, on a page of another origin: a job with a file, its events, and a conversation',
  async () => {
    await using page = await openPage()
    const skills = [asking('asks', 'Which colour?')]
    const env = { SKILL_RUNNER_ENGINES: 'replay', SKILL_RUNNER_TOKEN: token, SKILL_RUNNER_CORS_ORIGINS: page.origin }
    await using app = await startApp({ skills, env })
    assert.deepEqual(await page.evaluate(`(${inPage})(${JSON.stringify({ url: app.url, token })})`), {
      data: {
        count: 3,
        primes: [2, 97],
        prime_count: 2,
        divisor: 5,
        divisible_count: 1,
        largest_prime: 97,
      },
      isWhole: true,
      last: 'conversation.completed',
      asked: ['Which colour?'],
      conversation: { ok: true },
      refusal: { name: 'SkillRunnerError', status: 404, code: 'SKILL_NOT_FOUND', hasRequestId: true },
    })
  },
  { skip: withoutBrowser },
)

/** A page of another origin than the server's, beside the modules of the SDK. */
async function openPage() {
  const server = createServer((request, response) => {
    const [, path] = /^\/sdk\/(.+\.ts)$/.exec(request.url ?? '') ?? []
    if (path === undefined) return void response.setHeader('content-type', 'text/html').end('<!doctype html>')
    const source = readFileSync(new URL(path, sources), 'utf8')
    return void response.setHeader('content-type', 'text/javascript').end(stripTypeScriptTypes(source))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await openBrowser()
  const page = await browser.newPage()
  await page.goto(origin)
  return {
    origin,
    evaluate: (code: string): Promise<unknown> => page.evaluate(code),
    async [Symbol.asyncDispose]() {
      await browser.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Runs in the page. */
const inPage = `async (options) => {
  const { SkillRunner } = await import('/sdk/index.ts')
  const runner = new SkillRunner(options)
  const { request_id, data } = await runner.jobs.run({
    skill_id: 'demo-prime-number',
    parameter: { divisor: 5 },
    files: { input_file: new File(['2\\n10\\n97\\n'], 'numbers.txt') },
  })
  const events = []
  for await (const event of runner.jobs.events(request_id)) events.push(event)
  const asked = []
  const conversation = await runner.jobs.run(
    { skill_id: 'asks', runtime_options: { execution_mode: 'interactive' } },
    { onQuestion: ({ prompt }) => { asked.push(prompt); return { response: 'blue' } } },
  )
  const refusal = await runner.skills.get('nobody').catch(({ name, status, code, xRequestId }) => ({ name, status, code, hasRequestId: xRequestId !== null }))
  return {
    data,
    isWhole: events.every(({ seq }, index) => seq === index + 1),
    last: events.at(-1).type,
    asked,
    conversation: conversation.data,
    refusal,
  }
}`
