import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileChange, FsDiff } from '../workspace/fs-diff.ts'
import { toldArtifacts } from './told-artifacts.ts'

const declared = [{ role: 'notes', pattern: '*.md', mime: null, required: false }]
const change = (path: string, kind: FileChange['kind'] = 'file'): FileChange => ({ path, kind, size: 5 })
const diff: FsDiff = {
  created: [change('artifacts/a.md'), change('artifacts/link', 'link'), change('artifacts/sub', 'folder'), change('tmp/x')],
  modified: [change('artifacts/b.txt'), change('result/result.json'), change('input.json')],
  deleted: [change('artifacts/c.txt')],
  left_out: [],
  left_out_count: 0,
}

test('files in artifacts/ and result/ are told, each with its role', () => {
  const told = (type: string, path: string, role: string) => ({ type, data: { path, role, size: 5 }, artifact: path })
  assert.deepEqual(toldArtifacts(diff, declared), [
    told('artifact.created', 'artifacts/a.md', 'notes'),
    told('artifact.changed', 'artifacts/b.txt', 'output'),
    told('artifact.changed', 'result/result.json', 'result'),
  ])
})

test('of a great many the first are told, and how many there are more', () => {
  const [first, second, last, ...rest] = toldArtifacts(diff, declared, 2)
  assert.deepEqual(
    [first?.data, second?.data, last, rest],
    [
      { path: 'artifacts/a.md', role: 'notes', size: 5 },
      { path: 'artifacts/b.txt', role: 'output', size: 5 },
      {
        type: 'diagnostic.warning',
        data: {
          code: 'ARTIFACTS_NOT_TOLD',
          message: '1 more files were created or changed; fs-diff in the audit folder has them all.',
          severity: 'warning',
        },
      },
      [],
    ],
  )
  assert.equal(toldArtifacts(diff, declared, 3).length, 3)
})
