import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifies } from './verifies.ts'

/** The bootstrap is plain JavaScript, so its shapes are written down here. */
interface Install {
  stampOf(bytes: string): string
  reasonOf(stderr: string): string
}
interface SystemPackages {
  planSystemPackages(
    missing: string[],
    machine: { linux: boolean; root: boolean; apt: boolean; forbidden: boolean },
  ): { install: boolean; line: string | null }
}
const root = join(import.meta.dirname, '..')
const { stampOf, reasonOf }: Install = await import(join(root, 'scripts/setup/install.mjs'))
const { planSystemPackages }: SystemPackages = await import(join(root, 'scripts/setup/system-packages.mjs'))

test('a stamp is the digest of the lock file and the kind of machine', () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  assert.equal(stampOf(''), `${empty} ${process.platform} ${process.arch}\n`)
  assert.notEqual(stampOf('a'), stampOf('b'))
})

test('what npm complains about at length becomes one line', () => {
  const refused =
    'npm error code ECONNREFUSED\nnpm error errno ECONNREFUSED\nnpm error FetchError: connect refused.\nnpm error more\n'
  assert.equal(reasonOf(refused), 'ECONNREFUSED, FetchError: connect refused')
  assert.equal(
    reasonOf('npm ERR! code EACCES\nnpm ERR! syscall mkdir\nnpm ERR! path /x\nnpm ERR! Error: permission denied\n'),
    'EACCES, Error: permission denied',
  )
  assert.equal(reasonOf('spawn npm ENOENT'), 'spawn npm ENOENT')
  assert.equal(reasonOf(''), 'it gave no reason')
})

verifies(
  'setup.system-packages-are-said-or-named',
  'missing system packages are installed only as root, with apt and leave to do so',
  () => {
    const debianRoot = { linux: true, root: true, apt: true, forbidden: false }
    const named = {
      install: false,
      line: 'Missing system packages: bubblewrap socat. Without them there is no sandbox; install them as root: apt-get install bubblewrap socat',
    }
    const plan = (change: Partial<typeof debianRoot>) => planSystemPackages(['bubblewrap', 'socat'], { ...debianRoot, ...change })
    assert.deepEqual(plan({}), {
      install: true,
      line: 'Installing system packages with apt-get: bubblewrap socat (SKILL_RUNNER_NO_SYSTEM_INSTALL=1 prevents it) …',
    })
    assert.deepEqual([plan({ root: false }), plan({ apt: false }), plan({ forbidden: true })], [named, named, named])
    assert.deepEqual([planSystemPackages([], debianRoot), plan({ linux: false })], Array(2).fill({ install: false, line: null }))
  },
)

verifies(
  'setup.second-start-installs-nothing',
  'dependencies are installed when the lock file changed, and only then',
  async () => {
    using project = makeProject()
    const installing = { code: 0, said: 'Installing the dependencies …\n' }
    assert.deepEqual(await project.setUp(), installing)
    assert.deepEqual(await project.setUp(), { code: 0, said: '' })
    project.write('package-lock.json', '{"changed":true}')
    assert.deepEqual(await project.setUp(), installing)
    assert.deepEqual(await project.setUp(), { code: 0, said: '' })
    assert.equal(project.npmCalls(), 2)
  },
)

test('an installation that fails is told in one line, leaves no stamp and is tried again', async () => {
  using project = makeProject()
  project.program('npm', 'mkdir -p node_modules; echo "npm error code ENOTFOUND" >&2; echo "npm error no such host" >&2; exit 1')
  assert.deepEqual(await project.setUp(), {
    code: 1,
    said:
      'Installing the dependencies …\nnpm could not install the dependencies: ENOTFOUND, no such host. ' +
      'Check the network and the registry of npm, then run the command again.\n',
  })
  project.program('npm', goodNpm)
  assert.deepEqual(await project.setUp(), { code: 0, said: 'Installing the dependencies …\n' })
})

test('of two starts at once one installs and the other waits for it', async () => {
  using project = makeProject()
  project.program('npm', `${goodNpm}; until [ -e go ]; do sleep 0.02; done`)
  const [first, second] = [project.start(), project.start()]
  await until(() => first.said().includes('Waiting') || second.said().includes('Waiting'))
  project.write('go', '')
  assert.deepEqual([await first.code, await second.code], [0, 0])
  assert.deepEqual([first.said(), second.said()].sort(), [
    'Installing the dependencies …\n',
    'Waiting for another setup to end …\n',
  ])
  assert.equal(project.npmCalls(), 1)
})

test('an npm that outlives a killed start is waited for, and its half work is done again', async () => {
  using project = makeProject()
  project.program('npm', `${goodNpm}; until [ -e go ]; do sleep 0.02; done`)
  const killed = project.start()
  await until(() => project.npmCalls() === 1)
  // From then on whoever comes next knows of it.
  await until(() => readlinkSync(join(project.folder, '.cache', 'setup-lock')).includes('-'))
  killed.process.kill('SIGKILL')
  await killed.code
  const second = project.start()
  await until(() => second.said() === 'Waiting for another setup to end …\n')
  assert.equal(project.npmCalls(), 1)
  project.write('go', '')
  assert.equal(await second.code, 0)
  assert.equal(project.npmCalls(), 2)
})

test('a start that is told to end ends its npm first', async () => {
  using project = makeProject()
  project.program('npm', `echo $$ > npm.pid; ${goodNpm}; exec sleep 600`)
  const start = project.start()
  await until(() => project.npmCalls() === 1)
  start.process.kill('SIGTERM')
  assert.equal(await start.code, 'SIGTERM')
  const npm = Number(readFileSync(join(project.folder, 'npm.pid'), 'utf8'))
  // What has ended stays until its new parent looks.
  await until(() => !isThere(npm))
})

test('the lock of a process that is gone is taken over', async () => {
  using project = makeProject()
  const gone = spawn(process.execPath, ['--version'])
  await new Promise((resolve) => gone.on('exit', resolve))
  mkdirSync(join(project.folder, '.cache'))
  symlinkSync(`${gone.pid}-${gone.pid}`, join(project.folder, '.cache', 'setup-lock'))
  assert.deepEqual(await project.setUp(), { code: 0, said: 'Installing the dependencies …\n' })
})

verifies(
  'setup.system-packages-are-said-or-named',
  'a machine without the sandbox is told what to install, and the start goes on',
  async () => {
    using project = makeProject()
    project.remove('bin/bwrap')
    await project.setUp()
    assert.deepEqual(await project.setUp({ SKILL_RUNNER_NO_SYSTEM_INSTALL: '1' }), {
      code: 0,
      said: 'Missing system packages: bubblewrap. Without them there is no sandbox; install them as root: apt-get install bubblewrap\n',
    })
  },
)

const asRoot = process.getuid?.() === 0
const saysApt = 'Installing system packages with apt-get: bubblewrap (SKILL_RUNNER_NO_SYSTEM_INSTALL=1 prevents it) …\n'

test('as root apt-get is asked, with fresh package lists when the first try fails', {
  skip: asRoot ? false : 'needs root',
}, async () => {
  using project = makeProject()
  await project.setUp()
  project.remove('bin/bwrap')
  // Like a new container: nothing can be installed before the lists were fetched.
  project.program('apt-get', 'case "$*" in *update) : > lists;; *) [ -e lists ] && : > bin/bwrap;; esac')
  assert.deepEqual(await project.setUp(), { code: 0, said: saysApt })
  assert.deepEqual(await project.setUp(), { code: 0, said: '' })
})

test('where apt-get fails the start says so and goes on', { skip: asRoot ? false : 'needs root' }, async () => {
  using project = makeProject()
  await project.setUp()
  project.remove('bin/bwrap')
  project.program('apt-get', 'echo "E: Unable to locate package bubblewrap." >&2; exit 100')
  assert.deepEqual(await project.setUp(), {
    code: 0,
    said: `${saysApt}apt-get could not install bubblewrap: E: Unable to locate package bubblewrap. Going on without; the server says what it then refuses.\n`,
  })
})

test('a Node 24 that is too old is not used: the pinned one is brought', async () => {
  using project = makeProject()
  const node = `node_modules/node-${process.platform}-${process.arch}/bin`
  project.write('runtime/package-lock.json', '{}')
  project.program('npm', `${goodNpm}; mkdir -p ${node}; ln -sf '${process.execPath}' ${node}/node`)
  const asIf = (version: string) => {
    const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
    return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
  }
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'runtime/package.json'), 'utf8'))
  const pinned = optionalDependencies[`node-${process.platform}-${process.arch}`]
  assert.deepEqual(await project.setUp(asIf('24.10.0')), { code: 0, said: 'Installing the dependencies …\n' })
  assert.deepEqual(await project.setUp(asIf('24.5.0')), {
    code: 0,
    said: `Installing Node ${pinned}, because the installed one is 24.5.0 …\n`,
  })
})

test('npm start goes to the server at once while nothing that the set-up looks at has changed', async () => {
  using project = makeProject()
  mkdirSync(join(project.folder, 'packages/server/src'), { recursive: true })
  project.write('packages/server/src/main.ts', 'console.error(process.argv[2], process.env.MALLOC_ARENA_MAX)')
  project.program(
    'node',
    `[ "$1" = bootstrap.mjs ] && echo looking >&2\nPATH='${project.folder}/bin' exec '${process.execPath}' "$@"`,
  )
  project.program('find', 'exec find "$@"')
  const direct = 'serve 2\n'
  const slow = `looking\n${direct}`
  const said = async (extra: Record<string, string> = {}) => {
    const run = project.npmStart(extra)
    assert.equal(await run.code, 0)
    return run.said()
  }
  assert.equal(await said(), `looking\nInstalling the dependencies …\n${direct}`)
  // What was installed is newer than the begin of that start.
  assert.equal(await said(), slow)
  assert.equal(await said(), direct)
  assert.equal(await said({ MALLOC_ARENA_MAX: '7' }), 'serve 7\n', 'the environment comes first')

  project.write('package-lock.json', '{"changed":true}')
  assert.equal(await said(), `looking\nInstalling the dependencies …\n${direct}`)
  assert.deepEqual([await said(), await said()], [slow, direct])

  utimesSync(join(project.folder, 'runtime/package.json'), 1, 1)
  assert.deepEqual([await said(), await said()], [slow, direct], 'a time that was set hides no change')

  project.remove('bin/bwrap')
  assert.match(await said({ SKILL_RUNNER_NO_SYSTEM_INSTALL: '1' }), /^looking\nMissing system packages: bubblewrap/)
  project.program('bwrap', '')
  assert.equal(await said(), direct)

  project.remove('node_modules/.skill-runner-stamp')
  assert.equal(await said(), `looking\nInstalling the dependencies …\n${direct}`)
})

test('an unknown command is told, with the list of those there are', async () => {
  using project = makeProject()
  const start = project.start({}, 'sevre')
  assert.equal(await start.code, 2)
  assert.match(start.said(), /^Unknown command: sevre\n\nUsage: .*\n {2}serve +start the server\n/s)
})

test('a command that speaks to a server stays in the folder it was typed in; the others go to that of the clone', async () => {
  using project = makeProject()
  mkdirSync(join(project.folder, 'packages/server/src'), { recursive: true })
  project.write('packages/server/src/main.ts', 'console.error(process.argv[2], process.cwd())')
  await project.setUp()
  const said = async (command: string) => {
    const start = project.start({}, command)
    return [await start.code, start.said()]
  }
  assert.deepEqual(await said('watch'), [0, `watch ${realpathSync(tmpdir())}\n`])
  assert.deepEqual(await said('doctor'), [0, `doctor ${realpathSync(project.folder)}\n`])
})

const goodNpm = 'mkdir -p node_modules; echo "$*" >> npm-calls'

/** A folder with the real bootstrap, and a PATH on which npm, apt-get and bwrap are small programs of this test. */
function makeProject() {
  const folder = mkdtempSync(join(tmpdir(), 'skill-runner-bootstrap-'))
  for (const path of ['bootstrap.mjs', 'scripts/start.sh', 'scripts/setup', 'runtime/package.json']) {
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  const program = (name: string, script: string) => {
    write(`bin/${name}`, `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  mkdirSync(join(folder, 'bin'))
  write('package-lock.json', '{}')
  program('npm', goodNpm)
  program('bwrap', '')
  const env = { PATH: join(folder, 'bin'), HOME: folder }
  const start = (extra: Record<string, string> = {}, command = 'setup') => {
    const child = spawn(process.execPath, [join(folder, 'bootstrap.mjs'), command], { env: { ...env, ...extra }, cwd: tmpdir() })
    return watch(child)
  }
  const npmStart = (extra: Record<string, string>) =>
    watch(spawn('/bin/sh', ['scripts/start.sh'], { env: { ...env, ...extra }, cwd: folder }))
  return {
    folder,
    write,
    program,
    start,
    npmStart,
    remove: (path: string) => rmSync(join(folder, path)),
    npmCalls: () =>
      existsSync(join(folder, 'npm-calls')) ? readFileSync(join(folder, 'npm-calls'), 'utf8').split('\n').length - 1 : 0,
    setUp: async (extra: Record<string, string> = {}) => {
      const run = start(extra)
      return { code: await run.code, said: run.said() }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function watch(child: ChildProcess) {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const code = new Promise<number | string | null>((resolve) => child.on('close', (exit, signal) => resolve(exit ?? signal)))
  return { process: child, said: () => said, code }
}

/** Not another one that has got its number since. */
function isThere(pid: number): boolean {
  try {
    return /sleep|skill-runner-bootstrap/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return false
  }
}

async function until(happened: () => boolean): Promise<void> {
  const deadline = Date.now() + 180_000
  while (!happened()) {
    assert.ok(Date.now() < deadline, 'it did not happen in time')
    await sleep(10)
  }
}

verifies(
  'cli.commands-and-exit-codes',
  'help of a command for work on the code says what it does, and does nothing',
  async () => {
    const helpOf = async (name: string) => {
      const child = spawn(process.execPath, [join(root, 'skill-runner'), name, '--help'])
      return Promise.all([
        child.stdout.setEncoding('utf8').reduce((all: string, part: string) => all + part, ''),
        new Promise((ended) => child.once('close', ended)),
      ])
    }
    // These tell their options.
    for (const name of ['bench', 'torture']) {
      const [said, code] = await helpOf(name)
      assert.match(said, new RegExp(`^Usage: npm run ${name} -- \\[options\\]\n[^]+\n {2}--folder DIR `))
      assert.equal(code, 0)
    }
    for (const name of ['demo', 'test', 'check', 'generate', 'format', 'setup']) {
      const [said, code] = await helpOf(name)
      assert.match(said, new RegExp(`^Usage: \\./skill-runner ${name}\n\n {2}[a-z][^\n]+\n\nCONTRIBUTING\\.md has more\\.\n$`))
      assert.equal(code, 0)
    }
  },
)
