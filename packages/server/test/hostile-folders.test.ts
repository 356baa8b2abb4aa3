import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { removeTree } from '../src/workspace/remove-tree.ts'
import { startApp } from './support/app.ts'
import { temporaryFolder } from './support/folder.ts'
import { until } from './support/until.ts'

/** A folder whose path is longer than the system takes, made as one makes such: from the bottom up. */
async function makeDeep(root: string, levels: number): Promise<void> {
  const name = 'd'.repeat(250)
  await mkdir(join(root, 'bottom'), { recursive: true })
  await writeFile(join(root, 'bottom/file'), 'x')
  let below = 'bottom'
  for (let level = 0; level < levels; level++) {
    const above = `level-${level}`
    await mkdir(join(root, above))
    await rename(join(root, below), join(root, above, name))
    below = above
  }
}

test('a folder is removed whatever is in it: too deep for a path, closed to everyone, full of links', async (context) => {
  const outside = await temporaryFolder(context)
  await writeFile(join(outside, 'canary'), 'canary')
  const root = join(await temporaryFolder(context), 'tree')
  await makeDeep(root, 24)
  await mkdir(join(root, 'closed/inside'), { recursive: true })
  await symlink(outside, join(root, 'closed/inside/link'))
  await chmod(join(root, 'closed/inside'), 0)
  await chmod(join(root, 'closed'), 0)
  // The plain way gives up on it.
  await assert.rejects(rm(root, { recursive: true }))
  await removeTree(root)
  assert.deepEqual([existsSync(root), existsSync(join(outside, 'canary'))], [false, true])
  await removeTree(root)
})

test('names that are no text are removed, at the top and below', async (context) => {
  const folder = await temporaryFolder(context)
  const root = join(folder, 'tree')
  const odd = Buffer.from([0x2f, 0xff])
  const below = (path: string) => Buffer.concat([Buffer.from(join(root, path)), odd])
  await mkdir(join(root, 'sub'), { recursive: true })
  await mkdir(below(''))
  await mkdir(Buffer.concat([below('sub'), odd]), { recursive: true })
  await writeFile(Buffer.concat([below(''), odd]), 'x')
  await writeFile(Buffer.concat([below('sub'), odd, odd]), 'x')
  await removeTree(root)
  assert.deepEqual(await readdir(folder), [])
})

test('two who remove the same folder at the same time both get it removed', async (context) => {
  const folder = await temporaryFolder(context)
  for (let round = 0; round < 5; round++) {
    const root = join(folder, `tree-${round}`)
    await makeDeep(join(root, 'a/b'), 24)
    for (let i = 0; i < 20; i++) await mkdir(join(root, `c/${i}/d`), { recursive: true })
    await Promise.all([removeTree(root), removeTree(join(root, 'a')), removeTree(root)])
    assert.equal(existsSync(root), false)
  }
})

test('a folder that bears the name which one might get on its way up is removed too', async (context) => {
  const root = join(await temporaryFolder(context), 'tree')
  await makeDeep(root, 24)
  await mkdir(join(root, '.up-1'))
  await rename(join(root, 'level-23'), join(root, '.up-1/sub'))
  await removeTree(root)
  assert.equal(existsSync(root), false)
})

const digsDeep = (where: string) =>
  `cd "${where}"; n=$(printf 'd%.0s' $(seq 250)); for i in $(seq 20); do mkdir $n && cd $n || break; done`

verifies(
  ['restart.nothing-is-stuck', 'store.retention-removes-old-runs'],
  'a script that leaves folders nobody can remove the plain way stops neither the sweep nor the next start',
  async () => {
    await using app = await startApp({
      skills: [
        { id: 'digs-home', sh: `${digsDeep('$HOME')}; echo '{}'` },
        { id: 'digs-tmp', sh: `${digsDeep('$TMPDIR')}; echo '{}'` },
        {
          id: 'closes',
          sh: `mkdir -p "$HOME/a/b" "$TMPDIR/a/b"; chmod 000 "$HOME/a/b" "$TMPDIR/a/b" "$HOME/a" "$TMPDIR/a" "$SKILL_ARTIFACTS_DIR"; echo '{}'`,
        },
        {
          id: 'no-text',
          sh: `odd=$(printf '\\377'); mkdir -p "$HOME/sub/$odd" "$TMPDIR/sub/$odd"; : > "$HOME/sub/$odd/$odd"; : > "$TMPDIR/sub/$odd/$odd"; echo '{}'`,
        },
      ],
    })
    for (const skill of ['digs-home', 'digs-tmp', 'closes', 'no-text']) {
      const { request_id, status } = await app.run(skill)
      assert.equal(status, 'succeeded', skill)
      const { run_id } = await app.job(request_id)
      assert.equal(existsSync(join(app.data, 'homes', run_id)), false, skill)
      await until(`the temporary files of ${skill} are gone`, () => !existsSync(join(app.runFolder(run_id), 'tmp')))
      await removeTree(app.runFolder(run_id))
      assert.equal(existsSync(app.runFolder(run_id)), false, skill)
    }
  },
)
