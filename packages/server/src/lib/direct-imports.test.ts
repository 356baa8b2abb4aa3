import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const source = join(import.meta.dirname, '..')

test('files imported directly are the modules that Node itself finds, below a linked folder too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'direct-imports-'))
  try {
    symlinkSync(source, join(folder, 'linked'))
    const { stdout, stderr } = evaluate(`
      const { Fault } = await import('./src/lib/fault.ts')
      await import(${JSON.stringify(join(folder, 'linked/lib/direct-imports.ts'))})
      const { parseCursor } = await import(${JSON.stringify(join(folder, 'linked/http/cursor.ts'))})
      try { parseCursor('') } catch (error) { console.log(error instanceof Fault) }`)
    assert.deepEqual({ stdout, stderr }, { stdout: 'true\n', stderr: '' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('packages and the files of others are found as always', () => {
  const { stdout, stderr } = evaluate(`
    await import('./src/lib/direct-imports.ts')
    const missing = await import('./missing.ts').catch(({ code }) => code)
    console.log(missing, typeof (await import('yaml')).parseDocument)`)
  assert.deepEqual({ stdout, stderr }, { stdout: 'ERR_MODULE_NOT_FOUND function\n', stderr: '' })
})

/** In a process of its own: a hook stays as long as its process. */
function evaluate(code: string) {
  return spawnSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: join(source, '..'), encoding: 'utf8' })
}
