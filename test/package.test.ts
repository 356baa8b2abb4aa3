import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { root } from './copy-tree.ts'
import { installPackage } from './packed.ts'
import { verifies } from './verifies.ts'

/** What a user has who installs the package with npm: packed, installed and used for real. */

let user: Awaited<ReturnType<typeof installPackage>>
before(async () => {
  user = await installPackage()
})
after(() => user[Symbol.dispose]())

const numbers = ['--input', 'numbers=[2,3,4,10,11,97]', '--param', 'divisor=5']
const primes = { count: 6, primes: [2, 3, 11, 97], prime_count: 4, divisor: 5, divisible_count: 1, largest_prime: 97 }

const echoed = { text: 'Hello world', length: 11, normalized: true, warnings: ['The text was changed by tidying it.'] }

verifies(
  'setup.npm-package',
  'the package serves, runs both kinds of skills, commands and its own checks, and loads nothing of a clone',
  async () => {
    // Node lists there every file with code that the server has loaded.
    const coverage = join(user.home, 'loaded')
    await using server = await user.serve({ NODE_V8_COVERAGE: coverage })
    const create = async (job: object) => {
      const headers = { 'content-type': 'application/json', prefer: 'wait=300' }
      const response = await fetch(`${server.url}/v1/jobs`, { method: 'POST', headers, body: JSON.stringify(job) })
      const { status, result } = (await response.json()) as { status: string; result: { data: unknown } }
      return [status, result.data]
    }
    const script = { skill_id: 'demo-prime-number', input: { numbers: [2, 3, 4, 10, 11, 97] }, parameter: { divisor: 5 } }
    assert.deepEqual(await create(script), ['succeeded', primes])
    const prompt = {
      skill_id: 'demo-echo',
      engine: 'replay',
      input: { text: '  Hello   world ' },
      parameter: { normalize: true },
    }
    assert.deepEqual(await create(prompt), ['succeeded', echoed])

    const there = { SKILL_RUNNER_URL: server.url }
    const ran = await user.run(['run', 'demo-prime-number', ...numbers, '--no-cache', '--quiet'], there)
    assert.deepEqual([ran.code, JSON.parse(ran.stdout)], [0, primes])
    const commanded = await user.run(['exec', 'run', 'demo-echo', '--', 'echo hello; ls SKILL.md'], there)
    assert.deepEqual(commanded, { code: 0, stdout: 'hello\nSKILL.md\n', stderr: '' })
    const unknown = await user.run(['run', 'nobody'], there)
    assert.equal(unknown.code, 4)
    assert.match(unknown.stderr, /\n {2}skill-runner skill list$/m)
    const doctor = JSON.parse((await user.run(['doctor', '--json'])).stdout)
    assert.equal(doctor.ok, true, JSON.stringify(doctor))

    const page = await fetch(`${server.url}/ui`)
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
    const [, asset] = /src="(\/ui\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? []
    assert.equal((await fetch(`${server.url}${asset}`)).status, 200)
    assert.equal((await fetch(`${server.url}/docs`)).status, 200)

    assert.equal(await server.end(), 0, server.said())
    const loaded = loadedFiles(coverage)
    assert.ok(loaded.includes(join(user.installed, 'packages/server/src/main.js')), 'the files of the server were listed')
    assert.deepEqual(
      loaded.filter((file) => !file.startsWith(`${user.project}/node_modules/`) || file.endsWith('.ts')),
      [],
    )
    assert.ok(existsSync(join(user.home, '.skill-runner/data/node.id')), 'the data is in the home of the user')
    assert.deepEqual(readdirSync(user.project).sort(), ['node_modules', 'package-lock.json', 'package.json'])
  },
)

verifies(
  'setup.npm-package',
  'the package has the version, the dependencies of the server, no TypeScript, no test and no name of a clone',
  async () => {
    const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
    const { version } = read(join(root, 'package.json'))
    assert.equal(user.tarball, `agent-skill-runner-${version}.tgz`)
    const asked = await user.npx('skill-runner', '--version')
    // What npm itself has to say goes to stderr.
    assert.deepEqual([asked.code, asked.stdout], [0, `${version}\n`])
    const { dependencies, engines, bin } = read(join(user.installed, 'package.json'))
    assert.deepEqual(
      Object.entries(dependencies),
      Object.entries(read(join(root, 'packages/server/package.json')).dependencies).filter(
        ([name]) => !name.startsWith('@agent'),
      ),
    )
    assert.deepEqual([engines, Object.keys(bin)], [{ node: '>=24.6.0' }, ['skill-runner']])
    const files = globSync('**/*', { cwd: user.installed, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    assert.deepEqual(
      files.filter((file) => /\.(ts|tsx|mts|map)$|\.test\.|\.pem$/.test(file)),
      [],
    )
    const texts = files.flatMap((file) => {
      if (/\.m?js$/.test(file)) return [{ file, text: readFileSync(file, 'utf8') }]
      return file.endsWith('.js.br') ? [{ file, text: brotliDecompressSync(readFileSync(file)).toString() }] : []
    })
    assert.ok(texts.some(({ text }) => text.includes('skill-runner engine install')))
    assert.deepEqual(
      texts.filter(({ text }) => /\.\/skill-runner |npm start/.test(text) || text.includes(root)).map(({ file }) => file),
      [],
    )
  },
)

test('an older Node is told which one it takes', async () => {
  const code = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '24.5.0' } })"
  const older = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
  assert.deepEqual(await user.run(['serve'], older), {
    code: 1,
    stdout: '',
    stderr: 'Agent Skill Runner needs Node 24.6.0 or newer, and this is 24.5.0. Install one from https://nodejs.org.\n',
  })
})

/** Of the files that the server has loaded, those with a path. */
function loadedFiles(folder: string): string[] {
  const urls = readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: { url: string }[] }
    return result.map(({ url }) => url)
  })
  return [...new Set(urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url)))]
}
