import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from './verifies.ts'

const root = join(import.meta.dirname, '..')

verifies(
  'code.openapi-does-not-drift',
  'generated files are what the contract prints, and an edited one is told and printed anew',
  () => {
    assert.deepEqual(generate(root, '--check'), { status: 0, said: '' })

    const copy = mkdtempSync(join(tmpdir(), 'skill-runner-generate-'))
    try {
      const generated = [
        'openapi.json',
        'packages/sdk/generated/openapi.d.ts',
        'docs/configuration.md',
        'packages/sdk/dist/index.js',
      ]
      const others = ['package.json', 'packages/sdk/dist']
      for (const path of [...others, ...generated]) cpSync(join(root, path), join(copy, path), { recursive: true })
      symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
      for (const path of generated) writeFileSync(join(copy, path), `${readFileSync(join(copy, path), 'utf8')}\n`)

      assert.deepEqual(generate(copy, '--check'), {
        status: 1,
        said: `Out of date: ${generated.join(', ')}. Run: npm run generate\n`,
      })
      assert.deepEqual(generate(copy), { status: 0, said: generated.map((path) => `wrote ${path}\n`).join('') })
      assert.deepEqual(generate(copy, '--check'), { status: 0, said: '' })
      for (const path of generated) assert.equal(readFileSync(join(copy, path), 'utf8'), readFileSync(join(root, path), 'utf8'))
    } finally {
      rmSync(copy, { recursive: true })
    }
  },
)

/** The generator works on the folder it is started in. */
function generate(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/generate.ts'), ...args], {
    cwd,
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}
