import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { get } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { ArtifactList } from '@agent-skill-runner/contract/artifact.ts'
import type { JobAccepted } from '@agent-skill-runner/contract/job.ts'
import { note, verifies } from '../../../../test/verifies.ts'
import { indexArtifacts } from '../../src/attempt/collect.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { errorOf } from '../support/answers.ts'
import { startApp, untilTold } from '../support/app.ts'
import { openFiles } from '../support/descriptors.ts'
import { until } from '../support/until.ts'
import { unzip } from '../support/unzip.ts'

type App = Awaited<ReturnType<typeof startApp>>

const folderOf = async (app: App, id: string): Promise<string> => app.runFolder((await app.job(id)).run_id)
const itemsOf = async (app: App, id: string) => (await app.get<ArtifactList>(`/v1/jobs/${id}/artifacts`)).body.items
const fetchFile = (app: App, id: string, path: string, init: RequestInit = {}) =>
  fetch(`${app.url}/v1/jobs/${id}/artifacts/artifacts/${path}`, init)
const bundleOf = async (app: App, id: string, query = ''): Promise<Record<string, string>> => {
  const answer = await fetch(`${app.url}/v1/jobs/${id}/bundle${query}`)
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/zip'])
  return unzip(Buffer.from(await answer.arrayBuffer()))
}

const writer = (id: string, lines: string) => ({
  id,
  js: `import { mkdirSync, writeFileSync } from 'node:fs'
    const at = (name) => process.env.SKILL_ARTIFACTS_DIR + '/' + name
    ${lines}
    writeFileSync(process.env.SKILL_RESULT_FILE, '{}')`,
})

verifies(
  'artifacts.download-ranges',
  'an artifact is sent whole, by range or not at all, as its headers say, with its digest as ETag',
  async () => {
    await using app = await startApp({
      skills: [
        writer(
          'files',
          `writeFileSync(at('digits.bin'), '0123456789'); writeFileSync(at('notes.md'), 'é'); writeFileSync(at('page.html'), '<p>');
           writeFileSync(at('empty.json'), '')`,
        ),
      ],
    })
    const { request_id: id } = await app.run('files')
    const etag = `"${sha256('0123456789')}"`
    const seen = async (init: RequestInit) => {
      const answer = await fetchFile(app, id, 'digits.bin', init)
      return [answer.status, await answer.text(), answer.headers.get('content-range'), answer.headers.get('content-length')]
    }
    const ask = (headers: Record<string, string> = {}) => seen({ headers })
    const whole = [200, '0123456789', null, '10']
    assert.deepEqual(await ask(), whole)
    assert.deepEqual(await ask({ range: 'bytes=2-4' }), [206, '234', 'bytes 2-4/10', '3'])
    assert.deepEqual(await ask({ range: 'bytes=7-' }), [206, '789', 'bytes 7-9/10', '3'])
    assert.deepEqual(await ask({ range: 'bytes=-2' }), [206, '89', 'bytes 8-9/10', '2'])
    assert.deepEqual(await ask({ range: 'bytes=0-1,3-4' }), whole)
    assert.deepEqual(await ask({ range: 'bytes=2-4', 'if-range': etag }), [206, '234', 'bytes 2-4/10', '3'])
    assert.deepEqual(await ask({ range: 'bytes=2-4', 'if-range': '"another"' }), whole)
    assert.deepEqual(await ask({ 'if-none-match': `"x", W/${etag}` }), [304, '', null, null])
    assert.deepEqual(await ask({ 'if-none-match': '"x"' }), whole)
    assert.deepEqual(await seen({ method: 'HEAD' }), [200, '', null, '10'])
    assert.deepEqual(await seen({ method: 'HEAD', headers: { range: 'bytes=2-4' } }), [200, '', null, '10'])
    assert.equal((await seen({ method: 'HEAD', headers: { 'if-none-match': etag } }))[0], 304)

    const behind = await app.get(`/v1/jobs/${id}/artifacts/artifacts/digits.bin`, { range: 'bytes=10-' })
    assert.deepEqual(
      [behind.status, errorOf(behind.body).code, errorOf(behind.body).details, behind.headers.get('content-range')],
      [416, 'RANGE_NOT_SATISFIABLE', { size: 10 }, 'bytes */10'],
    )
    const facts = async (path: string, init: RequestInit = {}) => {
      const { headers } = await fetchFile(app, id, path, init)
      return ['content-type', 'etag', 'accept-ranges', 'x-content-type-options', 'cache-control', 'content-disposition'].map(
        (name) => headers.get(name),
      )
    }
    const expected = (type: string, text: string, name: string) => [
      type,
      `"${sha256(text)}"`,
      'bytes',
      'nosniff',
      'private, no-cache',
      `attachment; filename="${name}"; filename*=UTF-8''${name}`,
    ]
    for (const init of [{}, { method: 'HEAD' }]) {
      assert.deepEqual(await facts('digits.bin', init), expected('application/octet-stream', '0123456789', 'digits.bin'))
      assert.deepEqual(await facts('notes.md', init), expected('text/markdown; charset=utf-8', 'é', 'notes.md'))
      assert.deepEqual(await facts('page.html', init), expected('text/html; charset=utf-8', '<p>', 'page.html'))
      assert.deepEqual(await facts('empty.json', init), expected('application/json', '', 'empty.json'))
    }
    assert.deepEqual(
      openFiles(app.data).filter((path) => path.includes('/artifacts/')),
      [],
    )

    // A digest that no longer belongs to the file is not told.
    await until('a new time', async () => {
      writeFileSync(join(await folderOf(app, id), 'artifacts/digits.bin'), '9876543210')
      return (await fetchFile(app, id, 'digits.bin')).headers.get('etag') === null
    })
    assert.deepEqual(await ask({ 'if-none-match': etag }), [200, '9876543210', null, '10'])
  },
)

/** Names that need care on their way through a listing, a URL and a header. */
const oddNames = [
  'new\nline.txt',
  'quotes"\'`.txt',
  'é 你😀.txt',
  '100%25 %2e%2e%2f.txt',
  'a%2Fb',
  '#hash?query=1&x=2;y:@=+,$!*().txt',
  ' spaces ',
  '..dots..',
  '-rf',
  '\u0001\u007f\u200b',
  '__proto__',
]

verifies(
  ['artifacts.manifest', 'artifacts.download-ranges', 'artifacts.bundle-streams'],
  'files of any name are listed, downloaded by their URL, and bundled',
  async () => {
    const longPath = `${`${'é'.repeat(115)}/`.repeat(15)}deep.txt`
    const names = [...oddNames, longPath]
    await using app = await startApp({
      skills: [
        writer(
          'odd',
          `mkdirSync(at(${JSON.stringify(longPath.replace('/deep.txt', ''))}), { recursive: true })
           for (const name of ${JSON.stringify(names)}) writeFileSync(at(name), 'of ' + name)`,
        ),
      ],
    })
    const { request_id: id, status, result } = await app.run('odd')
    assert.deepEqual([status, result?.validation_warnings], ['succeeded', []])
    const items = await itemsOf(app, id)
    assert.deepEqual(
      items.map(({ path, filename, size, sha256: digest }) => [path, filename, size, digest]),
      names
        .map((name) => [`artifacts/${name}`, name.split('/').at(-1), Buffer.byteLength(`of ${name}`), sha256(`of ${name}`)])
        .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    )
    for (const { url, path } of items) {
      const answer = await fetch(app.url + url)
      assert.deepEqual([answer.status, await answer.text()], [200, `of ${path.slice('artifacts/'.length)}`], path)
    }
    const files = await bundleOf(app, id)
    for (const name of names) assert.equal(files[`artifacts/${name}`], `of ${name}`)
    assert.equal(files['manifest.json'], readFileSync(join(await folderOf(app, id), 'manifest.json'), 'utf8'))
  },
)

verifies(
  'artifacts.download-ranges',
  'before the end, files are listed and sent without being hashed, and the bundle is refused',
  async () => {
    await using app = await startApp({
      env: { SKILL_RUNNER_MAX_FILE_BYTES: '0' },
      skills: [
        {
          ...untilTold,
          sh: `truncate -s 1T "$SKILL_ARTIFACTS_DIR/huge.bin"; echo so far > "$SKILL_ARTIFACTS_DIR/log.txt"; ${untilTold.sh}`,
        },
      ],
    })
    const id = await app.create('until-told')
    const early = await app.get(`/v1/jobs/${id}/bundle`)
    assert.deepEqual([early.status, errorOf(early.body).code], [409, 'RESULT_NOT_READY'])
    const items = await until('both are there', async () => {
      const seen = await itemsOf(app, id)
      return seen.length === 2 && seen[1]?.size === 7 ? seen : null
    })
    assert.deepEqual(
      items.map(({ path, size, sha256: digest, mime }) => [path, size, digest, mime]),
      [
        ['artifacts/huge.bin', 1024 ** 4, null, 'application/octet-stream'],
        ['artifacts/log.txt', 7, null, 'text/plain'],
      ],
    )
    const part = await fetchFile(app, id, 'log.txt', { headers: { range: 'bytes=3-' } })
    assert.deepEqual(
      [part.status, part.headers.get('etag'), part.headers.get('content-type'), await part.text()],
      [206, null, 'text/plain; charset=utf-8', 'far\n'],
    )
    const last = await fetchFile(app, id, 'huge.bin', { headers: { range: 'bytes=-3' } })
    assert.deepEqual([last.status, (await last.arrayBuffer()).byteLength], [206, 3])
    await app.tell(id)
    await app.until(id, 'succeeded')
    assert.deepEqual(
      (await itemsOf(app, id)).map(({ path, sha256: digest }) => [path, digest]),
      [
        ['artifacts/go', sha256('')],
        ['artifacts/log.txt', sha256('so far\n')],
      ],
    )
    assert.deepEqual(
      (await app.job(id)).warnings.map(({ message }) => message),
      ['"artifacts/huge.bin" is not listed: it is too large to be listed.'],
    )
    assert.deepEqual(Object.keys(await bundleOf(app, id)).toSorted(), [
      'artifacts/go',
      'artifacts/log.txt',
      'contents.json',
      'manifest.json',
      'receipt.json',
      'result/result.json',
      'result/validation.json',
    ])
    // A server that died before it could index leaves no manifest: what is there is told all the same.
    rmSync(join(await folderOf(app, id), 'manifest.json'))
    assert.deepEqual(
      (await itemsOf(app, id)).map(({ path, sha256: digest }) => [path, digest]),
      [
        ['artifacts/go', null],
        ['artifacts/huge.bin', null],
        ['artifacts/log.txt', null],
      ],
    )
  },
)

const marked = {
  type: 'object',
  properties: {
    report: { type: 'string', 'x-type': 'artifact', 'x-role': 'report', 'x-filename': 'report.md' },
    table: { type: 'string', 'x-type': 'file', 'x-filename': 'table.csv' },
    notes: { type: 'string', 'x-type': 'artifact', 'x-filename': 'notes.md' },
    other: { type: 'string', 'x-type': 'artifact', 'x-filename': 'other.md' },
  },
  required: ['report', 'table'],
}

for (const sandbox of ['auto', 'off']) {
  verifies(
    ['output.paths-are-resolved', 'artifacts.manifest'],
    `a run that wrote its files elsewhere and names them is given them as artifacts (sandbox ${sandbox})`,
    async () => {
      await using app = await startApp({
        env: { SKILL_RUNNER_SANDBOX: sandbox },
        skills: [
          {
            id: 'misplaces',
            output: marked,
            sh: `echo report > "$TMPDIR/draft.md"; echo a,b > result/table.csv; echo notes > artifacts/notes.md
              printf '{"report":"%s/draft.md","table":"result/table.csv","notes":"notes.md","other":"/etc/hostname"}' "$TMPDIR"`,
          },
        ],
      })
      const { request_id: id, result } = await app.run('misplaces')
      const data = {
        report: 'artifacts/report.md',
        table: 'artifacts/table.csv',
        notes: 'artifacts/notes.md',
        other: '/etc/hostname',
      }
      assert.deepEqual([result?.status, result?.data], ['succeeded', data])
      const folder = await folderOf(app, id)
      assert.deepEqual(JSON.parse(readFileSync(join(folder, 'result/result.json'), 'utf8')), data)
      assert.deepEqual(
        result?.validation_warnings.filter(({ code }) => code.startsWith('ARTIFACT')).map(({ code, details }) => [code, details]),
        [
          ['ARTIFACT_MOVED', { field: '/report', from: 'tmp/draft.md', to: 'artifacts/report.md' }],
          ['ARTIFACT_MOVED', { field: '/table', from: 'result/table.csv', to: 'artifacts/table.csv' }],
          ['ARTIFACT_PATH_UNRESOLVED', { field: '/other', path: '/etc/hostname', why: 'it lies outside the folder of the run' }],
        ],
      )
      const rows = [
        ['output', 'artifacts/notes.md', 'notes.md', 'text/markdown', 6, sha256('notes\n'), false],
        ['report', 'artifacts/report.md', 'report.md', 'text/markdown', 7, sha256('report\n'), true],
        ['output', 'artifacts/table.csv', 'table.csv', 'text/csv', 4, sha256('a,b\n'), true],
      ]
      assert.deepEqual(
        result?.artifacts.map(({ role, path, filename, mime, size, sha256: digest, required }) => [
          role,
          path,
          filename,
          mime,
          size,
          digest,
          required,
        ]),
        rows,
      )
      const { artifacts } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { artifacts: object[] }
      assert.deepEqual(
        artifacts.map((entry) => Object.keys(entry).toSorted().join()),
        rows.map(() => 'filename,mime,path_rel,required,role,sha256,size'),
      )
      assert.ok(!existsSync(join(folder, 'tmp/draft.md')) && !existsSync(join(folder, 'result/table.csv')))
    },
  )
}

verifies(
  ['artifacts.globs', 'run.required-artifacts'],
  'patterns are relative to artifacts/, with and without saying so',
  async () => {
    const artifacts = [
      { role: 'page', pattern: 'artifacts/pages/*.png', required: true },
      { role: 'deep', pattern: 'deep/**', required: false },
      { role: 'any', pattern: '*.{md,txt}', mime: 'text/x-any', required: true },
      { role: 'none', pattern: 'pages/*.svg', required: true },
    ]
    await using app = await startApp({
      skills: [
        {
          id: 'globs',
          artifacts,
          sh: 'cd artifacts; mkdir -p pages deep/er; touch pages/1.png pages/.hidden.png deep/er/x deep/y top.png a.txt; echo "{}"',
        },
      ],
    })
    const { result } = await app.run('globs')
    assert.deepEqual([result?.error?.code, result?.error?.details], ['ARTIFACT_MISSING', { missing: ['artifacts/pages/*.svg'] }])
    assert.deepEqual(
      result?.artifacts.map(({ role, path, mime }) => `${role} ${path} ${mime}`),
      [
        'any artifacts/a.txt text/x-any',
        'deep artifacts/deep/er/x application/octet-stream',
        'deep artifacts/deep/y application/octet-stream',
        'output artifacts/pages/.hidden.png image/png',
        'page artifacts/pages/1.png image/png',
        'output artifacts/top.png image/png',
      ],
    )
  },
)

verifies(
  'artifacts.special-files-are-refused',
  'whatever a child leaves among its artifacts, the run ends as it would have without it, and every reader is answered',
  async () => {
    const dig = `for (let n = 0; n < 25; n++) { fs.mkdirSync('d'.repeat(240)); process.chdir('d'.repeat(240)) } fs.writeFileSync('deep', '')`
    const leave = `cd artifacts; echo fine > fine.txt; mkfifo pipe; ln -s /etc/passwd link; ln -s / root; mkdir shut; chmod 0 shut; node -e "${dig}"`
    await using app = await startApp({
      skills: [
        { id: 'leaves', sh: `${leave}; echo "{}"` },
        { id: 'stays', sh: `${leave}; echo ready; sleep 600` },
      ],
    })
    const done = await app.run('leaves')
    const late = await app.run('stays', { runtime_options: { timeout_sec: 20 } })
    const canceled = await app.create('stays')
    await until('it has left all of it', async () =>
      (await app.get<{ stdout: string }>(`/v1/jobs/${canceled}/logs`)).body.stdout.includes('ready'),
    )
    assert.deepEqual((await itemsOf(app, canceled)).map(({ path, sha256: digest }) => [path, digest]).slice(0, 1), [
      ['artifacts/fine.txt', null],
    ])
    await app.post(`/v1/jobs/${canceled}/cancel`)
    assert.deepEqual(
      [done.status, late.result?.error?.code, (await app.job(canceled)).error?.code],
      ['succeeded', 'TIMEOUT', 'CANCELED_BY_USER'],
    )
    for (const id of [done.request_id, late.request_id, canceled]) {
      const reasons = (await app.job(id)).warnings.map(({ details }) => (details as { why: string }).why)
      for (const why of ['it is not a regular file', 'it is a link', 'its path is longer than the system takes'])
        assert.ok(reasons.includes(why), `${why} in ${reasons}`)
      assert.equal((await itemsOf(app, id))[0]?.sha256, sha256('fine\n'))
      assert.equal((await bundleOf(app, id))['artifacts/fine.txt'], 'fine\n')
      assert.ok(!Object.values(await bundleOf(app, id, '?debug=1')).some((text) => text.includes('root:')))
      // The folder of the test could not be removed with it.
      execFileSync('rm', ['-rf', join(await folderOf(app, id), 'artifacts')])
    }
  },
)

test('trouble with the artifacts overrules no cancel and no time limit, but a run that ended by itself', async (context) => {
  await using app = await startApp({ skills: [{ id: 'quick' }] })
  const { runner } = app.app
  const skill = await until('the skill is read', () => {
    const read = runner.registry.get('quick')
    return read?.health === 'healthy' ? read.skill : null
  })
  // There is no such folder, so the manifest cannot be written.
  const index = (exit: Parameters<typeof indexArtifacts>[3]) =>
    indexArtifacts(runner, runner.layout.run('run_gone'), skill, exit, null)
  for (const kind of ['canceled', 'timed_out', 'silent', 'too_much_output'] as const) {
    const { manifest, missing, warnings } = await index({ kind })
    assert.deepEqual([manifest, missing, warnings.map(({ code }) => code)], [[], [], ['ARTIFACTS_NOT_INDEXED']])
  }
  // Seen here and not in a run: no skill can bring this about.
  note('diagnostic', 'ARTIFACTS_NOT_INDEXED')
  await assert.rejects(index({ kind: 'exited', code: 0 }), { code: 'ENOENT' })
  // A disk that does not take them is such a trouble: what is indexed is also put on the disk.
  const there = runner.layout.run('run_there')
  const artifact = join(there.artifacts, 'a')
  mkdirSync(there.artifacts, { recursive: true })
  writeFileSync(artifact, 'a')
  context.mock.method(fs, 'fsync', (fd: number, done: (error: Error | null) => void) => {
    const isBroken = readlinkSync(`/proc/self/fd/${fd}`) === artifact
    done(isBroken ? Object.assign(new Error('a broken disk'), { code: 'EIO' }) : null)
  })
  syncBuiltinESMExports()
  await assert.rejects(indexArtifacts(runner, there, skill, { kind: 'exited', code: 0 }, null), { code: 'EIO' })
  context.mock.restoreAll()
  syncBuiltinESMExports()
})

verifies(
  'artifacts.bundle-streams',
  'a bundle holds what the run gave, a failed one too, and with debug the whole folder less what is private',
  async () => {
    const files =
      'echo out > artifacts/a.txt; echo extra > result/extra.txt; echo gone > tmp/gone; mkdir -p own/node_modules; echo code > own/node_modules/x.js; echo key > own/auth.json; echo kept > own/kept'
    await using app = await startApp({
      skills: [
        { id: 'good', sh: `${files}; echo said; echo '{"n":1}' > "$SKILL_RESULT_FILE"` },
        { id: 'bad', sh: `${files}; exit 3` },
      ],
    })
    const good = await app.run('good')
    const folder = await folderOf(app, good.request_id)
    await until('its temporary files are gone', () => !existsSync(join(folder, 'tmp')))
    const disk = (path: string) => readFileSync(join(folder, path), 'utf8')
    const plain = ['manifest.json', 'artifacts/a.txt', 'result/extra.txt', 'result/result.json', 'result/validation.json']
    const { 'receipt.json': receipt, 'contents.json': listed, ...gave } = await bundleOf(app, good.request_id)
    assert.deepEqual(gave, Object.fromEntries(plain.map((path) => [path, disk(path)])))
    assert.deepEqual(JSON.parse(receipt ?? ''), (await app.get(`/v1/jobs/${good.request_id}/receipt`)).body)
    assert.deepEqual(
      JSON.parse(listed ?? '')
        .files.map(({ path }: { path: string }) => path)
        .toSorted(),
      [...plain, 'receipt.json'].toSorted(),
    )

    const {
      'left-out.json': leftOut,
      'receipt.json': _,
      'contents.json': _all,
      ...debug
    } = await bundleOf(app, good.request_id, '?debug=1')
    assert.deepEqual(
      debug,
      Object.fromEntries(
        regularFiles(folder)
          .filter((path) => !/auth\.json|node_modules/.test(path))
          .map((path) => [path, disk(path)]),
      ),
    )
    for (const path of [...plain, 'work/own/kept', 'input.json', '.audit/stdout.1.log', '.audit/meta.1.json'])
      assert.ok(path in debug, path)
    assert.match(leftOut ?? '', /"logs\/stdout\.txt",\s+"why": "it is a link"/)

    const bad = await app.run('bad', { runtime_options: { debug: true } })
    assert.equal(bad.status, 'failed')
    const whole = Object.keys(await bundleOf(app, bad.request_id))
    assert.deepEqual([whole.includes('work/own/kept'), whole.some((path) => path.startsWith('tmp/'))], [true, false])
    assert.deepEqual(Object.keys(await bundleOf(app, bad.request_id, '?debug=0')).toSorted(), [
      'artifacts/a.txt',
      'contents.json',
      'manifest.json',
      'receipt.json',
      'result/extra.txt',
    ])

    const head = await fetch(`${app.url}/v1/jobs/${good.request_id}/bundle`, { method: 'HEAD' })
    assert.deepEqual(
      [
        head.status,
        head.headers.get('content-type'),
        head.headers.get('content-length'),
        head.headers.get('content-disposition'),
      ],
      [200, 'application/zip', null, `attachment; filename="${good.request_id}.zip"; filename*=UTF-8''${good.request_id}.zip`],
    )
    const wrong = await app.get(`/v1/jobs/${good.request_id}/bundle?debug=maybe`)
    assert.deepEqual([wrong.status, errorOf(wrong.body).code], [400, 'INVALID_REQUEST'])
    const none = await app.get('/v1/jobs/job_none/bundle')
    assert.deepEqual([none.status, errorOf(none.body).code], [404, 'JOB_NOT_FOUND'])
  },
)

const regularFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))

const mebibyte = 1024 * 1024
const noise = { id: 'noise', sh: `head -c ${32 * mebibyte} /dev/urandom > artifacts/noise.zip; echo "{}"` }

verifies(
  ['artifacts.bundle-streams', 'artifacts.download-ranges'],
  'a file that shrinks while it is sent cuts the connection, of a download and of a bundle alike',
  async () => {
    await using app = await startApp({ skills: [noise] })
    for (const path of ['artifacts/artifacts/noise.zip', 'bundle']) {
      const { request_id: id } = await app.run('noise', { runtime_options: { no_cache: true } })
      const file = join(await folderOf(app, id), 'artifacts/noise.zip')
      const answer = await fetch(`${app.url}/v1/jobs/${id}/${path}`)
      let bytes = 0
      await assert.rejects(
        async () => {
          for await (const piece of answer.body ?? []) {
            if (bytes === 0) truncateSync(file, 1000)
            bytes += piece.length
          }
        },
        { message: 'terminated' },
      )
      assert.ok(bytes < 32 * mebibyte)
      await until('the file is closed', () => openFiles(join(app.data, 'runs')).every((open) => !open.includes('/artifacts/')))
    }
  },
)

verifies(
  ['artifacts.bundle-streams', 'artifacts.download-ranges'],
  'readers who leave in the middle leave no file open, and the server answers on',
  async () => {
    await using app = await startApp({ skills: [noise] })
    const { request_id: id } = await app.run('noise')
    const folder = join(app.data, 'runs')
    for (const path of ['artifacts/artifacts/noise.zip', 'bundle', 'bundle?debug=1']) {
      await Promise.all(Array.from({ length: 10 }, () => leaveEarly(`${app.url}/v1/jobs/${id}/${path}`)))
      await until('all files are closed', () => openFiles(folder).filter((open) => open.includes('/artifacts/')).length === 0)
    }
    assert.equal((await itemsOf(app, id)).length, 1)
  },
)

/** Reads the first piece and hangs up. */
async function leaveEarly(url: string): Promise<void> {
  const request = get(url, { agent: false })
  const [answer] = await once(request, 'response')
  await once(answer, 'data')
  request.destroy()
}

verifies(
  'artifacts.huge-files-stay-flat',
  'a sparse artifact of half a gibibyte is hashed, listed, sent and bundled with flat memory',
  async () => {
    await using app = await startApp({
      skills: [{ id: 'sparse', sh: 'truncate -s 512M artifacts/sparse.bin; echo end >> artifacts/sparse.bin; echo "{}"' }],
    })
    // Whatever is loaded once, is loaded now.
    await app.run('demo-prime-number', { input: { numbers: [7] } }).then(({ request_id }) => bundleOf(app, request_id))
    const most = watchMemory()
    const { request_id: id } = (await app.run('sparse')) as JobAccepted
    const [item] = await itemsOf(app, id)
    assert.equal(item?.size, 512 * mebibyte + 4)
    const hash = createHash('sha256')
    let bytes = 0
    for await (const piece of (await fetchFile(app, id, 'sparse.bin')).body ?? []) {
      hash.update(piece)
      bytes += piece.length
    }
    assert.deepEqual([bytes, hash.digest('hex')], [512 * mebibyte + 4, item?.sha256])
    let zipped = 0
    for await (const piece of (await fetch(`${app.url}/v1/jobs/${id}/bundle`)).body ?? []) zipped += piece.length
    assert.ok(zipped > mebibyte / 4 && zipped < 8 * mebibyte, `${zipped} bytes`)
    const grown = await most()
    assert.ok(grown < 150 * mebibyte, `${Math.round(grown / mebibyte)} MiB more than before`)
    assert.equal(statSync(join(await folderOf(app, id), 'artifacts/sparse.bin')).blocks < 1000, true)
  },
)

/** The most memory that this process had since, more than at first. */
function watchMemory(): () => Promise<number> {
  const before = process.memoryUsage().rss
  let most = before
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, process.memoryUsage().rss)
      await wait(20)
    }
  })()
  return async () => {
    over.abort()
    await watching
    return most - before
  }
}
