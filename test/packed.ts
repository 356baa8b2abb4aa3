import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { cleanEnvironment } from './clean-environment.ts'
import { root } from './copy-tree.ts'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The package, installed by npm into an empty folder away from the repository, and a new user who has nothing. */
export async function installPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'skill-runner-installed-'))
  const home = join(folder, 'home')
  const project = join(folder, 'project')
  for (const path of [home, project]) mkdirSync(path)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true }))
  // npm keeps what it has fetched in the home of the user who runs the tests.
  const npm = environment(null)
  await succeeds([process.execPath, join(root, 'scripts/pack.ts'), folder], root, npm)
  const [tarball = ''] = globSync('*.tgz', { cwd: folder })
  await succeeds(
    [
      'npm',
      'install',
      '--ignore-scripts',
      '--prefer-offline',
      '--fetch-retry-mintimeout=2000',
      '--no-audit',
      '--no-fund',
      `../${tarball}`,
    ],
    project,
    npm,
  )
  const command = join(project, 'node_modules/.bin/skill-runner')
  const env = { ...environment(home), PORT: '0', SKILL_RUNNER_ENGINES: 'replay' }
  return {
    tarball,
    home,
    project,
    installed: join(project, 'node_modules/agent-skill-runner'),
    run: (args: readonly string[], more: NodeJS.ProcessEnv = {}) => run([command, ...args], project, { ...env, ...more }),
    npx: (...args: readonly string[]) => run(['npx', '--offline', ...args], project, env),
    serve: (more: NodeJS.ProcessEnv = {}) => serve(spawn(command, ['serve'], { cwd: project, env: { ...env, ...more } })),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** With the Node that runs the tests. */
function environment(home: string | null): NodeJS.ProcessEnv {
  const clean = cleanEnvironment(home)
  return { ...clean, PATH: `${dirname(process.execPath)}:${clean['PATH']}` }
}

async function run([program = '', ...args]: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout, stderr }
}

async function succeeds(argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { code, stdout, stderr } = await run(argv, cwd, env)
  assert.equal(code, 0, `${argv.join(' ')}\n${stdout}${stderr}`)
}

/** A server that listens. */
async function serve(child: ChildProcess) {
  let said = ''
  const address = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      said += piece
      const [, url] = /listens on (http:\S+)\n/.exec(said) ?? []
      if (url) address.resolve(url)
    })
  const closed = once(child, 'close')
  void closed.then(() => address.reject(new Error(`It did not start:\n${said}`)))
  const end = async (): Promise<number | null> => {
    child.kill('SIGTERM')
    const [code] = await closed
    return code
  }
  return { url: await address.promise, said: () => said, end, [Symbol.asyncDispose]: async () => void (await end()) }
}
