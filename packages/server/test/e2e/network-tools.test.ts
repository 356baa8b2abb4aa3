import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer as createSecureServer } from 'node:https'
import { connect, isIP } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import type { World } from '../../src/gate/world.ts'
import { startApp } from '../support/app.ts'
import { temporaryFolder } from '../support/folder.ts'
import { blockedAt, listenOn, serve } from '../support/gate.ts'
import { openStandIn } from '../support/registry.ts'
import type { TestSkill } from '../support/skills.ts'
import { zipOf } from '../support/zips.ts'

/** The internet of this test: a site with TLS that has a repository, an index of Python packages, and a registry of npm. */
async function internet(context: TestContext): Promise<World> {
  const registry = await openStandIn({ tiny: { '1.2.3': { files: { 'index.js': 'module.exports = "from npm"' } } } })
  context.after(() => registry[Symbol.asyncDispose]())
  const ports: Readonly<Record<string, number>> = {
    'hooks.example.com': await secureSite(context),
    'npm.example': Number(registry.host.split(':')[1]),
    'python.example': await pythonIndex(context),
  }
  const addresses = Object.keys(ports).map((name, index) => [name, `93.184.216.${index + 1}`] as const)
  const portAt = new Map<string, number>(addresses.map(([name, address]) => [address, ports[name] ?? 0]))
  const known = new Map<string, string>([...addresses, ['private.example', '10.0.0.1']])
  return {
    resolve: async (name) => [known.get(name) ?? []].flat().map((address) => ({ address, family: isIP(address) })),
    connect: ([first]) => connect({ port: portAt.get(first?.address ?? '') ?? 9, host: '127.0.0.1', allowHalfOpen: true }),
    isOwn: () => false,
  }
}

/** Files of a bare repository, as any web server can give them to git. */
async function secureSite(context: TestContext): Promise<number> {
  const folder = await temporaryFolder(context)
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, env: { PATH: '/usr/bin:/bin', HOME: folder } })
  git('init', '--quiet', '--bare', 'some.git')
  const tree = git('-C', 'some.git', 'hash-object', '-t', 'tree', '-w', '--stdin').toString().trim()
  const by = ['-c', 'user.name=t', '-c', 'user.email=t@t.example', '-C', 'some.git']
  const commit = git(...by, 'commit-tree', tree, '-m', 'from git')
    .toString()
    .trim()
  git('-C', 'some.git', 'update-ref', 'HEAD', commit)
  git('-C', 'some.git', 'update-server-info')
  const pem = readFileSync(join(import.meta.dirname, '../fixtures/tls/hooks.example.com.pem'), 'utf8')
  const server = createSecureServer({ key: pem, cert: pem }, (request, response) => {
    const path = join(folder, new URL(request.url ?? '', 'http://x').pathname)
    if (request.url === '/hello') response.end('from curl\n')
    else if (path.startsWith(join(folder, 'some.git')) && existsSync(path)) response.end(readFileSync(path))
    else response.writeHead(404).end()
  })
  context.after(() => server.closeAllConnections())
  return listenOn(context, server)
}

function pythonIndex(context: TestContext): Promise<number> {
  const file = 'tiny-1.2.3-py3-none-any.whl'
  const wheel = zipOf([
    { name: 'tiny.py', data: 'said = "from pip"\n' },
    { name: 'tiny-1.2.3.dist-info/METADATA', data: 'Metadata-Version: 2.1\nName: tiny\nVersion: 1.2.3\n' },
    { name: 'tiny-1.2.3.dist-info/WHEEL', data: 'Wheel-Version: 1.0\nGenerator: t\nRoot-Is-Purelib: true\nTag: py3-none-any\n' },
    { name: 'tiny-1.2.3.dist-info/RECORD', data: 'tiny.py,,\n' },
  ])
  return serve(context, ({ url }, response) => {
    if (url === '/simple/tiny/') response.setHeader('content-type', 'text/html').end(`<a href="/${file}">${file}</a>`)
    else if (url === `/${file}`) response.end(wheel)
    else response.writeHead(404).end()
  })
}

interface Tool {
  readonly name: string
  /** What it gets from the internet, printed. */
  readonly use: string
  readonly prints: RegExp
  /** The same of a host that it must not reach, and what an agent sees of it. */
  readonly attack: string
  readonly told: RegExp
}

const words = new RegExp(blockedAt('private.example'))

const tools: readonly Tool[] = [
  {
    name: 'curl',
    use: 'curl -sSk https://hooks.example.com/hello',
    prints: /^from curl\n$/,
    attack: 'curl -sS http://private.example/hello',
    told: words,
  },
  {
    name: 'git',
    use: 'git -c http.sslVerify=false clone -q https://hooks.example.com/some.git "$TMPDIR/clone" && git -C "$TMPDIR/clone" log --format=%s',
    prints: /^from git\n$/,
    attack: 'git clone https://private.example/some.git "$TMPDIR/other"',
    told: /CONNECT tunnel failed, response 403|HTTP code 403 from proxy/,
  },
  {
    name: 'npm',
    use: `cd "$TMPDIR" && npm install --silent --registry=http://npm.example/ --replace-registry-host=always tiny >&2 && node -p 'require("tiny")'`,
    prints: /^from npm\n$/,
    attack: 'cd "$TMPDIR" && npm install --fetch-retries=0 --registry=http://private.example/ other',
    told: words,
  },
  {
    name: 'pip',
    use: 'pip install -q --disable-pip-version-check --no-cache-dir --target "$TMPDIR/py" --index-url http://python.example/simple --trusted-host python.example tiny >&2 && PYTHONPATH="$TMPDIR/py" python3 -c "import tiny; print(tiny.said)"',
    prints: /^from pip\n$/,
    attack: 'pip download --disable-pip-version-check --retries 1 --index-url https://private.example/simple other',
    told: words,
  },
]

const run = `node -e '
const { spawnSync } = require("child_process")
const { use, attack } = JSON.parse(require("fs").readFileSync(0)).parameter
const bare = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/proxy$/i.test(name)))
const sh = (command, env) => { const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", command], { env, encoding: "utf8" }); return { status, stdout, all: stdout + stderr } }
console.log(JSON.stringify({ used: sh(use, process.env), attacked: sh(attack, process.env), bare: sh(use.replaceAll("$TMPDIR", "$TMPDIR/bare"), { ...bare, npm_config_fetch_retries: "0", PIP_RETRIES: "0" }).status }))'`

const skill: TestSkill = { id: 'tools', sh: run, runner: { automation: { network: 'gated' } } }

for (const { name, use, prints, attack, told } of tools) {
  const isHere = existsSync(`/usr/bin/${name}`)
  verifies(
    ['network.tools-use-the-gate', 'network.refusal-is-told'],
    `${name} works through the gate by the variables of its run, is told what is blocked, and reaches nobody without them`,
    async (context) => {
      await using app = await startApp({ gateWorld: await internet(context), skills: [skill] })
      const { result } = await app.run('tools', { parameter: { use, attack } })
      assert.ok(result)
      assert.equal(result.error, null)
      const { used, attacked, bare } = result.data as Record<'used' | 'attacked', Outcome> & { readonly bare: number }
      assert.equal(used.status, 0, used.all)
      assert.match(used.stdout, prints)
      assert.match(attacked.all, told)
      assert.notEqual(bare, 0)
      const refused = result.validation_warnings.map(({ code, details }) => [code, (details as { host: string }).host])
      assert.deepEqual(refused, [['NETWORK_REFUSED', 'private.example']])
    },
    { skip: isHere ? false : `${name} is not installed` },
  )
}

interface Outcome {
  readonly status: number
  readonly stdout: string
  readonly all: string
}
