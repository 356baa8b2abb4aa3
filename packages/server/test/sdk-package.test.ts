import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import { importsOf } from '../../../test/imports.ts'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { openBrowser, withoutBrowser } from './support/browser.ts'
import { asking } from './support/conversations.ts'
import { findNode20, installPackedSdk, told } from './support/packed-sdk.ts'

const token = 'a-token-of-sixteen'
const skills = [asking('asks', 'Which colour?')]
const env = { SKILL_RUNNER_ENGINES: 'replay', SKILL_RUNNER_TOKEN: token }

/** What both the program and the page come to. */
const found = {
  data: { count: 3, primes: [2, 97], prime_count: 2, divisor: 5, divisible_count: 1, largest_prime: 97 },
  hasEnded: true,
  asked: ['Which colour?'],
  conversation: { ok: true },
  refusal: 'SKILL_NOT_FOUND',
}

let sdk: Awaited<ReturnType<typeof installPackedSdk>>
before(async () => {
  sdk = await installPackedSdk()
  for (const name of ['consumer.ts', 'typed-uses.ts'])
    cpSync(fileURLToPath(new URL(`../../sdk/test/${name}`, import.meta.url)), join(sdk.folder, name))
})
after(() => sdk[Symbol.dispose]())

verifies('sdk.javascript-package', 'the package is JavaScript with declarations, needs no other and nothing of Node', () => {
  const manifest = JSON.parse(readFileSync(join(sdk.installed, 'package.json'), 'utf8'))
  assert.deepEqual([manifest.dependencies, manifest.peerDependencies, manifest.engines], [undefined, undefined, { node: '>=20' }])
  assert.deepEqual(manifest.exports['.'], { types: './dist/index.d.ts', default: './dist/index.js' })
  const modules = sdk.files.filter((file) => /^dist\/.*\.js$/.test(file))
  const missing = modules.map((file) => file.replace(/js$/, 'd.ts')).filter((file) => !sdk.files.includes(file))
  assert.deepEqual([modules.includes('dist/index.js'), missing], [true, []])
  assert.deepEqual(
    sdk.files.filter((file) => /\.test\.|tsconfig/.test(file)),
    [],
  )
  const tree = Object.fromEntries(modules.map((file) => [file, readFileSync(join(sdk.installed, file), 'utf8')]))
  assert.deepEqual(
    importsOf(tree).filter(({ target }) => target.kind !== 'ours' || !modules.includes(target.path)),
    [],
  )
})

verifies('sdk.javascript-package', 'its sources need no more than ES2022 and the web', async () => {
  const { stdout, stderr } = await sdk.tsc(
    '-p',
    fileURLToPath(new URL('../../sdk/tsconfig.build.json', import.meta.url)),
    '--noEmit',
  )
  assert.deepEqual([stdout, stderr], ['', ''])
})

for (const [name, module, resolution] of [
  ['Node', 'nodenext', 'nodenext'],
  ['a bundler', 'esnext', 'bundler'],
] as const)
  verifies(
    ['sdk.javascript-package', 'sdk.types-need-no-cast'],
    `programs that use it compile as for ${name}, without a cast, its declarations included`,
    async () => {
      // Without the types of Node: those of the web are enough.
      const web = ['--target', 'es2022', '--lib', 'es2022,dom', '--strict', '--skipLibCheck', 'false', '--noEmit']
      const { stdout, stderr } = await sdk.tsc(
        'consumer.ts',
        'typed-uses.ts',
        ...web,
        '--module',
        module,
        '--moduleResolution',
        resolution,
      )
      assert.deepEqual([stdout, stderr], ['', ''])
    },
  )

verifies('sdk.javascript-package', 'the compiled program runs with Node 20 against a server', async (context) => {
  const { code, stdout } = await sdk.tsc(...['consumer.ts', '--target', 'es2022', '--lib', 'es2022,dom', '--module', 'nodenext'])
  assert.deepEqual([code, stdout], [0, ''])
  const node20 = await findNode20()
  if (node20 === null) context.diagnostic(`There is no Node 20 in PATH: it ran with ${process.version}.`)
  await using app = await startApp({ skills, env })
  const { node, ...said } = JSON.parse(await told([node20 ?? process.execPath, 'consumer.js', app.url, token], sdk.folder))
  assert.deepEqual(said, found)
  assert.match(node, node20 === null ? /^v/ : /^v20\./)
})

verifies(
  ['sdk.javascript-package', 'sdk.client-without-dependencies'],
  'its modules run in Chromium as they are, on a page of another origin: a job with a file, its events, and a conversation',
  async () => {
    await using page = await openPage()
    await using app = await startApp({ skills, env: { ...env, SKILL_RUNNER_CORS_ORIGINS: page.origin } })
    assert.deepEqual(await page.evaluate(`(${inPage})(${JSON.stringify({ url: app.url, token })})`), found)
  },
  { skip: withoutBrowser },
)

/** A page of another origin than the server's, beside the modules of the package. */
async function openPage() {
  const server = createServer((request, response) => {
    const [, path] = /^\/sdk\/(\w[\w-]*\.js)$/.exec(request.url ?? '') ?? []
    if (path === undefined) return void response.setHeader('content-type', 'text/html').end('<!doctype html>')
    return void response.setHeader('content-type', 'text/javascript').end(readFileSync(join(sdk.installed, 'dist', path), 'utf8'))
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
  const { SkillRunner } = await import('/sdk/index.js')
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
  const refusal = await runner.skills.get('nobody').catch((error) => error.xRequestId !== null && error.code)
  const hasEnded = events.every(({ seq }, index) => seq === index + 1) && events.at(-1).type === 'conversation.completed'
  return { data, hasEnded, asked, conversation: conversation.data, refusal }
}`
