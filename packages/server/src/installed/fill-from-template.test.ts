import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { handOver } from '../workspace/home.ts'
import { fillFromTemplate } from './fill-from-template.ts'

const child = { uid: 240_900, gid: 240_900 }
const skip = process.getuid?.() === 0 ? false : 'only a server that is root has other users for its children'

function makeTemplate(context: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'asr-fill-'))
  context.after(() => rmSync(root, { recursive: true, force: true }))
  chmodSync(root, 0o755)
  const [template, home] = [join(root, 'template'), join(root, 'home')]
  mkdirSync(join(template, 'cache/v24-0'), { recursive: true })
  mkdirSync(home)
  writeFileSync(join(template, 'cache/v24-0/compiled'), 'compiled', { mode: 0o644 })
  writeFileSync(join(template, 'state.sqlite'), 'a database')
  return { template, home }
}

const way = { isOnlyRead: /^cache\//, nameFor: (name: string, uid: number) => name.replace('-0/', `-${uid}/`) }

/** What a child does to a file of its home that it wants another run to read. */
const attack = (file: string): void =>
  void execFileSync('sh', ['-c', `chmod 666 "${file}"; echo poison > "${file}"; true`], { ...child, stdio: 'ignore' })

test('what a CLI writes to is copied, what it only reads is shared, under the names of its user', { skip }, async (context) => {
  const { template, home } = makeTemplate(context)
  await fillFromTemplate(template, home, way, child)
  await handOver(home, child)
  const nodes = (root: string, ...names: string[]) => names.map((name) => statSync(join(root, name)))
  const [shared, copied] = nodes(home, 'cache/v24-240900/compiled', 'state.sqlite')
  const [ours, database] = nodes(template, 'cache/v24-0/compiled', 'state.sqlite')
  assert.deepEqual([shared?.ino, shared?.uid, copied?.uid], [ours?.ino, 0, child.uid])
  assert.notEqual(copied?.ino, database?.ino)
})

test('a server that is nobody else than its child copies everything', async (context) => {
  const { template, home } = makeTemplate(context)
  await fillFromTemplate(template, home, { isOnlyRead: way.isOnlyRead }, null)
  const [mine, theirs] = [template, home].map((root) => statSync(join(root, 'cache/v24-0/compiled')).ino)
  assert.notEqual(mine, theirs)
})

if (!skip)
  verifies(
    'engine.private-home',
    'a run that writes to a shared file of its home changes no template; without the guard it does',
    async (context) => {
      const { template, home } = makeTemplate(context)
      const compiled = join(template, 'cache/v24-0/compiled')
      await fillFromTemplate(template, home, way, child)
      await handOver(home, child)
      attack(join(home, 'cache/v24-240900/compiled'))
      assert.equal(readFileSync(compiled, 'utf8'), 'compiled')

      // A file that the child owns is never shared; where it is all the same, the template is lost.
      chownSync(compiled, child.uid, child.gid)
      for (const [name, guard] of [
        ['guarded', undefined],
        ['bare', () => true],
      ] as const) {
        const another = join(home, '..', name)
        mkdirSync(another)
        await fillFromTemplate(template, another, way, child, guard)
        await handOver(another, child)
        attack(join(another, 'cache/v24-240900/compiled'))
        assert.equal(readFileSync(compiled, 'utf8'), name === 'bare' ? 'poison\n' : 'compiled')
      }
    },
  )
