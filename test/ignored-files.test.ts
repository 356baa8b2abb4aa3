import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sqliteFileOf } from '../packages/server/test/support/sqlite-file.ts'
import { root } from './copy-tree.ts'

test('git ignores the settings and the data of a server, and no file of the project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ignored-'))
  const git = (...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' }).stdout
  try {
    copyFileSync(join(root, '.gitignore'), join(folder, '.gitignore'))
    git('init', '-q')
    const paths = ['skill-runner.toml', sqliteFileOf('data'), 'skill-runner', 'package.json']
    assert.deepEqual(
      git('check-ignore', ...paths)
        .trim()
        .split('\n'),
      ['skill-runner.toml', sqliteFileOf('data')],
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
