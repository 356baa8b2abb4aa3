import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { copyTree, root } from './copy-tree.ts'
import { verifies } from './verifies.ts'

/** Follows the recipe of CONTRIBUTING.md in a copy of this repository. */

const folder = 'packages/server/src/engines/toy'
const captures = 'packages/server/test/captures/toy'
const list = 'packages/server/src/engines/index.ts'
const line = "  ...(await import('./toy/index.ts')),\n"

verifies(
  'engines.adding-one-is-a-folder',
  'a seventh engine is one folder, its captures and one line, and without the line nobody knows it',
  async () => {
    using copy = makeCopy()
    const added = join(root, 'test/seventh-engine/added')
    const files = globSync('**/*.*', { cwd: added }).filter((file) => !file.startsWith(`${captures}/`))
    assert.deepEqual([...new Set(files.map(dirname))], [folder], 'nothing else is added')
    cpSync(added, copy.path, { recursive: true })
    await copy.passes('test/seventh-engine/unknown.ts', 1)
    const before = copy.read(list)
    copy.write(list, before.replace(/^}$/m, `${line}}`))
    assert.equal(copy.read(list).replace(line, ''), before)
    await copy.passes('test/seventh-engine/shown.ts', 6)
  },
)

/** A clone with the dependencies that are here. */
function makeCopy() {
  const path = mkdtempSync(join(tmpdir(), 'asr-seventh-'))
  copyTree(path)
  linkPackages(join(path, 'node_modules'))
  return {
    path,
    read: (file: string) => readFileSync(join(path, file), 'utf8'),
    write: (file: string, text: string) => writeFileSync(join(path, file), text),
    async passes(file: string, tests: number) {
      const { code, said } = await runTests(path, file)
      assert.equal(code, 0, said)
      assert.match(said, new RegExp(`^# pass ${tests}$`, 'm'))
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** Each by a link, but for our own: those have to be the ones of the copy. */
function linkPackages(to: string): void {
  const from = join(root, 'node_modules')
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    if (name !== ours) symlinkSync(join(from, name), join(to, name))
  }
  cpSync(join(from, ours), join(to, ours), { recursive: true, verbatimSymlinks: true })
}

const ours = '@agent-skill-runner'

/** In a process that knows nothing of the tests that run here. */
async function runTests(cwd: string, file: string) {
  const { NODE_TEST_CONTEXT: _, SKILL_RUNNER_TRACE_DIR: __, ...env } = process.env
  const words = ['--test', '--test-reporter=tap', file]
  const child = spawn(process.execPath, words, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const said = text(child.stdout)
  const code = await new Promise((settle) => child.once('exit', settle))
  return { code, said: await said }
}
