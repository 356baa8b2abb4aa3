import assert from 'node:assert/strict'
import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { Fault } from '../lib/fault.ts'
import { copyFiles } from './copy-files.ts'
import { handOver } from './home.ts'
import { type TreeEntry, walkTree } from './walk-tree.ts'

const limits = { entries: 1000, depth: 8 }

function folderFor(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'asr-tree-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function put(folder: string, ...names: string[]): void {
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), name)
  }
}

async function namesIn(folder: string, most = limits): Promise<string[]> {
  const names: string[] = []
  const visit = ({ path, kind }: TreeEntry) => {
    names.push(path)
    return kind === 'folder' ? path : null
  }
  await walkTree(folder, { limits: most }, { visit })
  return names.toSorted()
}

test('every file, folder and link is visited once, and links are not followed', async (context) => {
  const folder = folderFor(context)
  put(folder, 'a', 'b/c', 'b/d/e')
  symlinkSync(join(folder, 'b'), join(folder, 'link'))
  assert.deepEqual(await namesIn(folder), ['a', 'b', 'b/c', 'b/d', 'b/d/e', 'link'])
})

verifies('talk.nothing-leads-astray', 'a folder that becomes a link while the tree is walked leads nowhere', async (context) => {
  const [folder, elsewhere] = [folderFor(context), folderFor(context)]
  put(folder, 'sub/x')
  put(elsewhere, 'x')
  const seen: string[] = []
  const visit = ({ path }: TreeEntry) => {
    seen.push(path)
    if (path !== 'sub') return null
    renameSync(join(folder, 'sub'), join(folder, 'moved'))
    symlinkSync(elsewhere, join(folder, 'sub'))
    return path
  }
  const walking = walkTree(folder, { limits }, { visit })
  await assert.rejects(walking, { code: 'ENOTDIR' })
  assert.deepEqual(seen, ['sub'])
})

verifies('talk.nothing-leads-astray', 'a tree past the limits is refused, however it got so large', async (context) => {
  const folder = folderFor(context)
  put(folder, 'a', 'b', 'c/d/e/f')
  const refused = (error: unknown) => error instanceof Fault && error.code === 'WORKSPACE_FAILED'
  await assert.rejects(namesIn(folder, { entries: 2, depth: 8 }), refused)
  await assert.rejects(namesIn(folder, { entries: 100, depth: 1 }), refused)
})

verifies('talk.nothing-leads-astray', 'what has a second name somewhere stays whose it is', async (context) => {
  if (process.getuid?.() !== 0) return
  const [folder, elsewhere] = [folderFor(context), folderFor(context)]
  put(folder, 'own')
  put(elsewhere, 'canary')
  linkSync(join(elsewhere, 'canary'), join(folder, 'second-name'))
  await handOver(folder, { uid: 240_900, gid: 240_900 })
  assert.deepEqual([statSync(join(folder, 'own')).uid, statSync(join(elsewhere, 'canary')).uid], [240_900, 0])
})

test('files are copied by their names, and counted', async (context) => {
  const [from, to] = [folderFor(context), folderFor(context)]
  put(from, 'keep/a.json', 'keep/deep/b.json', 'other.txt')
  symlinkSync('/', join(from, 'keep', 'link.json'))
  assert.equal(await copyFiles(from, to, /^keep\/.*\.json$/, { isLasting: true }), 2)
  assert.deepEqual(await namesIn(to), ['keep', 'keep/a.json', 'keep/deep', 'keep/deep/b.json'])
})
