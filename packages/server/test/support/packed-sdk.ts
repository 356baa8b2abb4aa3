import assert from 'node:assert/strict'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { capture } from '../../src/process/capture.ts'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))

/** A project elsewhere that has installed the SDK from its tarball, with no network. */
export async function installPackedSdk() {
  const folder = mkdtempSync(join(tmpdir(), 'asr-sdk-user-'))
  const npm = async (cwd: string, ...args: string[]) => (await told(['npm', ...args], cwd)).trim()
  const tarball = await npm(join(repository, 'packages/sdk'), 'pack', '--silent', '--pack-destination', folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'user', private: true, type: 'module' }))
  await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', `./${tarball}`)
  const installed = join(folder, 'node_modules/@agent-skill-runner/sdk')
  return {
    folder,
    installed,
    files: globSync('**/*.*', { cwd: installed }).sort(),
    tsc: (...args: string[]) => run([process.execPath, join(repository, 'node_modules/typescript/bin/tsc'), ...args], folder),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const run = (argv: readonly [string, ...string[]], cwd: string) =>
  capture(argv, { cwd, timeoutMs: 600_000, env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? cwd } })

export async function told(argv: readonly [string, ...string[]], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await run(argv, cwd)
  assert.equal(code, 0, `${argv.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

/** A Node 20 of this machine; null: it has none. */
export async function findNode20(): Promise<string | null> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const node = join(folder, 'node')
    const { stdout } = await run([node, '--version'], tmpdir())
    if (stdout.startsWith('v20.')) return node
  }
  return null
}
