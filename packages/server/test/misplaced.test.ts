import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { verifies } from '../../../test/verifies.ts'
import { layoutOf, type RunLayout } from '../src/workspace/layout.ts'
import { placeFiles } from '../src/workspace/misplaced.ts'
import { temporaryFolder } from './support/folder.ts'

const schema = {
  type: 'object',
  properties: {
    report: { type: 'string', 'x-type': 'artifact', 'x-filename': 'report.md' },
    extra: { type: 'string', 'x-type': 'file' },
    list: { type: 'array', items: { type: 'string', 'x-type': 'artifact' } },
    plain: { type: 'string' },
  },
}

/** The folder of a run with these files in it, and a canary outside. */
async function run(context: TestContext, files: readonly string[]): Promise<RunLayout> {
  const data = await temporaryFolder(context)
  const layout = layoutOf(data).run('run_1')
  for (const folder of [layout.artifacts, layout.result, layout.tmp, layout.uploads, layout.audit])
    await mkdir(folder, { recursive: true })
  await mkdir(join(data, 'outside'))
  await writeFile(join(data, 'outside/canary'), 'canary')
  for (const path of files) {
    await mkdir(dirname(join(layout.root, path)), { recursive: true })
    await writeFile(join(layout.root, path), `of ${path}`)
  }
  return layout
}

const place = (layout: RunLayout, data: unknown, fits: (data: unknown) => Promise<boolean> = async () => true) =>
  placeFiles({
    layout,
    schema,
    data,
    aliases: [
      { absolute: '/workspace', relative: '' },
      { absolute: layout.root, relative: '' },
      { absolute: '/tmp', relative: 'tmp' },
    ],
    fits,
  })

const told = (warnings: readonly { code: string; message: string }[]) =>
  warnings.map(({ code, message }) => `${code}: ${message}`)

const artifactsOf = async ({ artifacts }: RunLayout): Promise<Record<string, string>> => {
  const names = (await readdir(artifacts)).toSorted()
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(join(artifacts, name), 'utf8')])))
}

verifies(
  'output.paths-are-resolved',
  'files that were written elsewhere are moved, under the names that the schema wants, and never over another',
  async (context) => {
    const layout = await run(context, ['tmp/draft.md', 'result/extra.txt', 'sub/one.png', 'tmp/one.png', 'artifacts/extra.txt'])
    const { data, changed, warnings } = await place(layout, {
      report: '/tmp/draft.md',
      extra: './result/../result/extra.txt',
      list: [`${layout.root}/sub/one.png`, '/workspace/tmp/one.png', 'tmp/one.png'],
      plain: 'tmp/draft.md',
    })
    assert.deepEqual(
      [changed, data],
      [
        true,
        {
          report: 'artifacts/report.md',
          extra: 'artifacts/extra-2.txt',
          list: ['artifacts/one.png', 'artifacts/one-2.png', 'artifacts/one-2.png'],
          plain: 'tmp/draft.md',
        },
      ],
    )
    assert.deepEqual(await artifactsOf(layout), {
      'extra-2.txt': 'of result/extra.txt',
      'extra.txt': 'of artifacts/extra.txt',
      'one-2.png': 'of tmp/one.png',
      'one.png': 'of sub/one.png',
      'report.md': 'of tmp/draft.md',
    })
    assert.deepEqual(told(warnings), [
      'ARTIFACT_MOVED: "tmp/draft.md" was moved to "artifacts/report.md", where artifacts belong.',
      'ARTIFACT_MOVED: "result/extra.txt" was moved to "artifacts/extra-2.txt", where artifacts belong.',
      'ARTIFACT_MOVED: "sub/one.png" was moved to "artifacts/one.png", where artifacts belong.',
      'ARTIFACT_MOVED: "tmp/one.png" was moved to "artifacts/one-2.png", where artifacts belong.',
      'ARTIFACT_MOVED: "tmp/one.png" was moved to "artifacts/one-2.png", where artifacts belong.',
    ])
    assert.deepEqual(warnings[0]?.details, { field: '/report', from: 'tmp/draft.md', to: 'artifacts/report.md' })
  },
)

verifies(
  'output.paths-are-resolved',
  'what lies in its place stays, and is named from the run folder without a word',
  async (context) => {
    const layout = await run(context, ['artifacts/a.md', 'artifacts/sub/b.md'])
    const named = {
      report: '/workspace/artifacts/a.md',
      extra: 'a.md',
      list: ['sub/b.md', './artifacts//sub/b.md', 'artifacts/a.md'],
    }
    assert.deepEqual(await place(layout, named), {
      data: {
        report: 'artifacts/a.md',
        extra: 'artifacts/a.md',
        list: ['artifacts/sub/b.md', 'artifacts/sub/b.md', 'artifacts/a.md'],
      },
      changed: true,
      warnings: [],
    })
    const same = { report: 'artifacts/a.md' }
    const answer = await place(layout, same, () => Promise.reject(new Error('there was nothing to check')))
    assert.deepEqual([answer.data === same, answer.changed], [true, false])
  },
)

verifies(
  'output.paths-are-resolved',
  'paths that lead out, to nothing, to a link, a pipe, an input or a record are told and left alone',
  async (context) => {
    const given = ['uploads/paper.pdf', 'replies/1/paper.pdf', 'given/raw_output.txt']
    const layout = await run(context, [...given, '.audit/meta.1.json', 'result/result.json', 'input.json', 'tmp/real'])
    await symlink('../../../outside/canary', join(layout.tmp, 'link'))
    await symlink('../../../outside', join(layout.tmp, 'folder'))
    execFileSync('mkfifo', [join(layout.tmp, 'pipe')])
    const list = [
      '/etc/passwd',
      '../run_2/artifacts/x',
      'tmp/../../../outside/canary',
      '/workspace/../etc/passwd',
      '/workspacex/tmp/real',
      'none.md',
      '',
      'tmp',
      'tmp/link',
      'tmp/folder/canary',
      'tmp/pipe',
      ...given,
      '.audit/meta.1.json',
      'result/result.json',
      'input.json',
      'a\0b',
      'x'.repeat(5000),
    ]
    const data = { list }
    const { changed, warnings, data: after } = await place(layout, data)
    const outside = 'it lies outside the folder of the run'
    const nothing = 'there is no such file'
    const link = 'it is a link or no regular file'
    const kept = 'it is an input or a record of the run, and stays where it is'
    assert.deepEqual(
      warnings.map(({ code, details }) => [code, (details as { why: string }).why]),
      [
        outside,
        outside,
        outside,
        outside,
        outside,
        nothing,
        nothing,
        nothing,
        link,
        link,
        link,
        kept,
        kept,
        kept,
        kept,
        kept,
        kept,
        nothing,
        nothing,
      ].map((why) => ['ARTIFACT_PATH_UNRESOLVED', why]),
    )
    assert.deepEqual([changed, after, await artifactsOf(layout)], [false, data, {}])
    assert.ok(warnings.every(({ message }) => message.length < 600))
  },
)

verifies(
  'output.paths-are-resolved',
  'where the schema would not have the new path, nothing is moved or changed',
  async (context) => {
    const layout = await run(context, ['tmp/draft.md', 'artifacts/a.md'])
    const data = { report: 'tmp/draft.md', extra: 'a.md' }
    const answer = await place(layout, data, async () => false)
    assert.deepEqual(
      [answer.data, answer.changed, told(answer.warnings)],
      [
        data,
        false,
        ['ARTIFACT_PATH_UNRESOLVED: /report names "tmp/draft.md": the schema does not allow the place where it belongs.'],
      ],
    )
    assert.deepEqual(await readdir(layout.tmp), ['draft.md'])
  },
)

test('there is an end to what is looked at and to what is told', async (context) => {
  const layout = await run(context, [])
  const { warnings } = await place(layout, { list: Array.from({ length: 1200 }, (_, n) => `none-${n}`) })
  assert.deepEqual([warnings.length, warnings.at(-1)?.message], [21, '981 more paths have such warnings.'])
})

verifies('output.paths-are-resolved', 'artifacts that was turned into a link takes no file', async (context) => {
  const layout = await run(context, ['tmp/draft.md'])
  await rm(layout.artifacts, { recursive: true })
  await symlink('../../outside', layout.artifacts)
  const outside = join(layout.root, '../../outside')
  const { changed, warnings } = await place(layout, { report: 'tmp/draft.md' })
  assert.deepEqual(
    [changed, told(warnings)],
    [false, ['ARTIFACT_PATH_UNRESOLVED: /report names "tmp/draft.md": its folder went away.']],
  )
  assert.deepEqual([await readdir(outside), await readdir(layout.tmp)], [['canary'], ['draft.md']])
  // Without the check the file would be there now.
  await rename(join(layout.tmp, 'draft.md'), join(layout.artifacts, 'report.md'))
  assert.deepEqual((await readdir(outside)).toSorted(), ['canary', 'report.md'])
})

verifies(
  'output.paths-are-resolved',
  'a folder that is swapped for a link while files are moved never gives or takes a file outside',
  async (context) => {
    const layout = await run(context, ['tmp/sub/canary'])
    const at = (name: string) => join(layout.tmp, name)
    await symlink('../../../outside', at('link'))
    await using folder = await open(at('sub'))
    const over = new Int32Array(new SharedArrayBuffer(4))
    const swapper = new Worker(
      `const { renameSync } = require('node:fs')
       const { folder, aside, link, over } = require('node:worker_threads').workerData
       while (!Atomics.load(over, 0)) { renameSync(folder, aside); renameSync(link, folder); renameSync(folder, link); renameSync(aside, folder) }`,
      { eval: true, workerData: { folder: at('sub'), aside: at('aside'), link: at('link'), over } },
    )
    await once(swapper, 'online')
    let moved = 0
    for (let i = 0; i < 1500; i += 1) {
      const { changed } = await place(layout, { extra: 'tmp/sub/canary' })
      if (!changed) continue
      moved += 1
      const [name = ''] = await readdir(layout.artifacts)
      assert.equal(await readFile(join(layout.artifacts, name), 'utf8'), 'of tmp/sub/canary')
      await rename(join(layout.artifacts, name), `/proc/self/fd/${folder.fd}/canary`)
    }
    Atomics.store(over, 0, 1)
    await once(swapper, 'exit')
    assert.ok(moved > 0)
    assert.equal(await readFile(join(layout.root, '../../outside/canary'), 'utf8'), 'canary')
  },
)
