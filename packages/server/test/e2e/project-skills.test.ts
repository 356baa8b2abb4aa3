import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import type { CommandResult } from '@agent-skill-runner/contract/exec.ts'
import type {
  ProjectSkill,
  ProjectSkillFiles,
  ProjectSkillList,
  ProjectSkillVersions,
} from '@agent-skill-runner/contract/project-skill.ts'
import { verifies } from '../../../../test/verifies.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { openProjectSkills } from '../../src/projects/open.ts'
import { digestOf } from '../../src/skills/digest.ts'
import { errorOf, problemsOf } from '../support/answers.ts'
import { type Answer, startApp } from '../support/app.ts'
import { formOf, send } from '../support/forms.ts'
import { digestOfSkill, removeSkill } from '../support/packages.ts'
import { ask, plainSkill, skillsAt, uploadTo, zipped } from '../support/projects.ts'
import { sdkOf } from '../support/sdk.ts'
import { packageOf, type TestSkill } from '../support/skills.ts'
import { until } from '../support/until.ts'
import { mode, zipOf } from '../support/zips.ts'

const shared: TestSkill = { id: 'shared' }
const app = await startApp({ skills: [shared] })
after(() => app[Symbol.asyncDispose]())

type Files = Readonly<Record<string, string>>

/** What the hash of a version has to be: one line for each file, by path, with whether it can be executed and its content. */
const hashOf = (files: Files): string => digestOf(Object.entries(files).map(([path, text]) => [path, false, sha256(text)]))

const codeOf = ({ status, body }: Answer): unknown[] => [status, errorOf(body).code]
const listOf = async (project: string, query = '') => (await app.get<ProjectSkillList>(`${skillsAt(project)}${query}`)).body
const versionsOf = async (project: string, name: string) =>
  (await app.get<ProjectSkillVersions>(`${skillsAt(project)}/${name}/versions`)).body.versions
const activate = (project: string, name: string, version_hash: string) =>
  app.post<ProjectSkill>(`${skillsAt(project)}/${name}:activate`, { version_hash })
const patch = (project: string, name: string, body: object) => ask(app, 'PATCH', `${skillsAt(project)}/${name}`, body)
const remove = (project: string, name: string) => ask(app, 'DELETE', `${skillsAt(project)}/${name}`)
const { projectSkills } = app.app.runner
const folderOf = (project: string, name: string, hash: string) => join(app.data, 'projects', project, 'skills', name, hash)
const staged = () => readdirSync(join(app.data, 'staging'))

verifies(
  ['exec.skills-of-projects', 'exec.skill-versions-by-content'],
  'a skill is uploaded, listed, read, switched between versions, disabled, enabled and deleted',
  async () => {
    const missing = await app.get(skillsAt('life'))
    assert.deepEqual([...codeOf(missing), errorOf(missing.body).details], [404, 'PROJECT_NOT_FOUND', { project_id: 'life' }])
    const [one, two] = [
      plainSkill('note', 'Takes notes.', { 'data/words.txt': 'a\n' }),
      plainSkill('note', 'Takes better notes.'),
    ]
    const [first, second] = [hashOf(one), hashOf(two)]
    const shown = (version_hash: string, description: string, enabled = true) => ({
      ...{ name: 'note', description, version_hash, enabled, source: 'uploaded' },
    })
    const uploads = []
    for (const files of [one, one, two]) uploads.push((await uploadTo(app, 'life', zipped('note', files))).body)
    assert.deepEqual(uploads, [
      { ...shown(first, 'Takes notes.'), action: 'created' },
      { ...shown(first, 'Takes notes.'), action: 'unchanged' },
      { ...shown(second, 'Takes better notes.'), action: 'updated' },
    ])
    assert.deepEqual(await listOf('life'), { skills: [shown(second, 'Takes better notes.')], next_cursor: null })
    const versions = (await versionsOf('life', 'note')).map(({ uploaded_at, ...version }) => ({
      ...version,
      at: typeof uploaded_at,
    }))
    const facts = (files: Files) => ({
      ...{ version_hash: hashOf(files), files: Object.keys(files).length, uploaded_by: 'local', at: 'string' },
      bytes: Object.values(files).join('').length,
    })
    assert.deepEqual(versions, [
      { ...facts(two), description: 'Takes better notes.', active: true },
      { ...facts(one), description: 'Takes notes.', active: false },
    ])
    assert.deepEqual((await activate('life', 'note', first.slice(0, 8))).body, shown(first, 'Takes notes.'))
    assert.deepEqual((await patch('life', 'note', { enabled: false })).body, shown(first, 'Takes notes.', false))
    assert.deepEqual((await activate('life', 'note', second)).body, shown(second, 'Takes better notes.', false))
    assert.deepEqual((await listOf('life', '?enabled=true')).skills, [])
    assert.deepEqual((await listOf('life', '?enabled=false')).skills, [shown(second, 'Takes better notes.', false)])
    assert.deepEqual((await uploadTo(app, 'life', zipped('note', one))).body.action, 'updated')
    assert.deepEqual((await listOf('life')).skills, [shown(first, 'Takes notes.')])
    assert.deepEqual((await remove('life', 'note')).body, { name: 'note', removed_versions: 2 })
    assert.deepEqual(await listOf('life'), { skills: [], next_cursor: null })
    for (const gone of [
      await remove('life', 'note'),
      await patch('life', 'note', { enabled: true }),
      await activate('life', 'note', first),
    ])
      assert.deepEqual(
        [...codeOf(gone), errorOf(gone.body).details],
        [404, 'SKILL_NOT_FOUND', { project_id: 'life', name: 'note' }],
      )
    assert.deepEqual(codeOf(await app.get(`${skillsAt('life')}/note/versions`)), [404, 'SKILL_NOT_FOUND'])
  },
)

verifies('exec.skills-of-projects', 'files are read by version, with ranges and tags, as downloads and as they are', async () => {
  const bytes = Buffer.from([0, 255, 1, 254])
  const files = { ...plainSkill('reads', 'Has files.'), 'a b/ä.html': '<script>alert(1)</script>', 'run.sh': 'echo\n' }
  const zip = zipOf([
    ...Object.entries(files).map(([path, data]) => ({
      ...{ name: `reads/${path}`, data },
      mode: path === 'run.sh' ? 0o100755 : mode.file,
    })),
    { name: 'reads/bytes.bin', data: bytes },
  ])
  const { version_hash } = (await uploadTo(app, 'files', zip)).body
  await uploadTo(app, 'files', zipped('reads', plainSkill('reads', 'Has none.')))
  const at = `${skillsAt('files')}/reads/files`
  const list = (await app.get<ProjectSkillFiles>(`${at}?version=${version_hash.slice(0, 12)}`)).body
  assert.deepEqual(list, {
    name: 'reads',
    version_hash,
    files: [
      { path: 'SKILL.md', size: files['SKILL.md'].length, executable: false },
      { path: 'a b/ä.html', size: 25, executable: false },
      { path: 'bytes.bin', size: 4, executable: false },
      { path: 'run.sh', size: 5, executable: true },
    ],
  })
  const read = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(`${app.url}${at}/${path}`, { headers, method })
    const told = ['content-type', 'content-length', 'etag', 'content-disposition', 'x-content-type-options', 'x-skill-version']
    return [response.status, ...told.map((name) => response.headers.get(name)), Buffer.from(await response.arrayBuffer())]
  }
  const html = Buffer.from(files['a b/ä.html'])
  const tag = `"${sha256(files['a b/ä.html'])}"`
  const name = `attachment; filename="_.html"; filename*=UTF-8''%C3%A4.html`
  const [path, at1] = [`a%20b/%C3%A4.html?version=${version_hash}`, version_hash]
  assert.deepEqual(await read(path), [200, 'text/html; charset=utf-8', '25', tag, name, 'nosniff', at1, html])
  assert.deepEqual((await read(path, { range: 'bytes=1-6' })).slice(-1), [Buffer.from('script')])
  assert.deepEqual(await read(path, { 'if-none-match': tag }), [304, null, null, tag, null, 'nosniff', at1, Buffer.alloc(0)])
  assert.deepEqual((await read(path, {}, 'HEAD')).slice(0, 3), [200, 'text/html; charset=utf-8', '25'])
  assert.deepEqual((await read(`bytes.bin?version=${version_hash}`)).slice(-1), [bytes])
  // Without a version it is the one in use.
  assert.deepEqual((await read('SKILL.md')).slice(-1), [Buffer.from(plainSkill('reads', 'Has none.')['SKILL.md'])])
  assert.deepEqual(codeOf(await app.get(`${at}/run.sh`)), [404, 'FILE_NOT_FOUND'])
  assert.deepEqual(codeOf(await app.get(`${at}/run.sh?version=00000000`)), [404, 'SKILL_VERSION_NOT_FOUND'])
  assert.deepEqual(codeOf(await app.get(`${at}/run.sh?version=${version_hash}`, { range: 'bytes=9-' })), [
    416,
    'RANGE_NOT_SATISFIABLE',
  ])
})

verifies('exec.skills-of-projects', 'no path and no link leads out of the folder of a skill', async () => {
  const { version_hash } = (await uploadTo(app, 'paths', zipped('inside', plainSkill('inside', 'Stays.', { 'd/x': 'x' })))).body
  const folder = folderOf('paths', 'inside', version_hash)
  writeFileSync(join(app.data, 'projects', 'secret'), 'outside')
  const at = `${skillsAt('paths')}/inside/files`
  for (const path of ['..%2f..%2f..%2f..%2fsecret', '%2e%2e%2fx', 'd%2f%2e%2e%2fSKILL.md', '%2fetc%2fpasswd', 'd%5cx', 'd%00'])
    assert.deepEqual(codeOf(await app.get(`${at}/${path}`)), [400, 'PATH_INVALID'], path)
  assert.deepEqual(codeOf(await app.get(`${at}/d`)), [404, 'FILE_NOT_FOUND'])
  // No archive can bring one; somebody on the server can make one.
  symlinkSync(join(app.data, 'projects', 'secret'), join(folder, 'link'))
  symlinkSync(join(app.data, 'projects'), join(folder, 'way'))
  assert.equal(readFileSync(join(folder, 'way', 'secret'), 'utf8'), 'outside')
  for (const path of ['link', 'way/secret']) assert.deepEqual(codeOf(await app.get(`${at}/${path}`)), [400, 'PATH_INVALID'], path)
})

verifies(
  'exec.skills-of-projects',
  'a bad archive or skill is refused with all that is wrong, and nothing of it stays',
  async () => {
    const good = plainSkill('bad', 'Is good.')
    const problems = async (zip: Buffer) => {
      const answer = await uploadTo(app, 'refused', zip)
      return [answer.status, errorOf(answer.body).code, (errorOf(answer.body).details as { problems?: unknown }).problems]
    }
    assert.deepEqual(await problems(zipped('bad', { 'README.md': 'no skill' })), [
      ...[400, 'PACKAGE_INVALID', [{ entry: 'SKILL.md', message: 'SKILL.md is missing.' }]],
    ])
    const [status, code, named] = await problems(zipped('a', good, { name: 'b/x', data: '' }))
    assert.deepEqual([status, code, (named as unknown[]).length], [400, 'PACKAGE_INVALID', 3])
    assert.deepEqual(codeOf(await uploadTo(app, 'refused', zipped('.hidden', good))), [400, 'PACKAGE_INVALID'])
    for (const entry of [
      { name: '../out', data: '' },
      { name: 'bad/link', data: '/etc/passwd', mode: mode.link },
      { name: 'bad/.git/config', data: '' },
    ])
      assert.deepEqual(codeOf(await uploadTo(app, 'refused', zipped('bad', good, entry))), [400, 'UPLOAD_INVALID'], entry.name)
    assert.deepEqual(codeOf(await uploadTo(app, 'refused', Buffer.from('no zip'))), [400, 'UPLOAD_INVALID'])
    const wrong = await send(app.url, `${skillsAt('refused')}:upload`, formOf({ zip: zipped('bad', good) }))
    assert.deepEqual(problemsOf(wrong.body), [
      { path: '/zip', message: 'is not a part of this form: name the part file', keyword: 'additionalProperties' },
    ])
    assert.deepEqual([codeOf(await app.get(skillsAt('refused'))), staged()], [[404, 'PROJECT_NOT_FOUND'], []])
    assert.ok(!existsSync(join(app.data, 'projects', 'refused')))
  },
)

verifies(
  'exec.skills-of-projects',
  'a list has pages and filters, and bad ids, names and cursors are refused by name',
  async () => {
    for (const name of ['c', 'a', 'B', 'b']) await uploadTo(app, 'pages', zipped(name, plainSkill(name, `Is ${name}.`)))
    await patch('pages', 'a', { enabled: false })
    const pages = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: ProjectSkillList = await listOf('pages', `?limit=3${cursor && `&cursor=${cursor}`}`)
      pages.push(page.skills.map(({ name }) => name))
      cursor = page.next_cursor
    }
    assert.deepEqual(pages, [['B', 'a', 'b'], ['c']])
    assert.deepEqual(
      (await listOf('pages', '?limit=2&enabled=true')).skills.map(({ name }) => name),
      ['B', 'b'],
    )
    const refused = [
      [`${skillsAt('pages')}?cursor=%21`, 'query/cursor'],
      [`${skillsAt('pages')}?limit=0`, 'query/limit'],
      [`${skillsAt('pages')}?enabled=maybe`, 'query/enabled'],
      [skillsAt('Pages'), 'params/project_id'],
      [skillsAt('-pages'), 'params/project_id'],
      [skillsAt('p'.repeat(64)), 'params/project_id'],
      [`${skillsAt('pages')}/.a/files`, 'params/name'],
      [`${skillsAt('pages')}/a%2fb/files`, 'params/name'],
      [`${skillsAt('pages')}/a/files?version=1234567`, 'query/version'],
      [`${skillsAt('pages')}/a/files?version=../../../x`, 'query/version'],
    ] as const
    for (const [path, place] of refused) {
      const answer = await app.get(path)
      assert.deepEqual([...codeOf(answer), problemsOf(answer.body)[0]?.path], [400, 'INVALID_REQUEST', place], path)
    }
    assert.deepEqual(codeOf(await app.get(skillsAt('p'.repeat(63)))), [404, 'PROJECT_NOT_FOUND'])
    assert.deepEqual(codeOf(await activate('pages', 'a', '1234567')), [400, 'INVALID_REQUEST'])
    assert.deepEqual(codeOf(await patch('pages', 'a', { enabled: 'no' })), [400, 'INVALID_REQUEST'])
  },
)

verifies(
  'exec.skills-of-projects',
  'whoever runs something finds a folder that holds what the hash says, or why not',
  async () => {
    const files = plainSkill('found', 'Can be found.', { 'x.txt': 'x' })
    const { version_hash: versionHash } = (await uploadTo(app, 'finds', zipped('found', files))).body
    const found = { name: 'found', description: 'Can be found.', versionHash, source: 'uploaded' }
    const folder = folderOf('finds', 'found', versionHash)
    assert.deepEqual(await projectSkills.find('finds', 'found'), { ...found, folder })
    assert.equal(readFileSync(join(folder, 'x.txt'), 'utf8'), 'x')
    const other = plainSkill('found', 'Is another.')
    await uploadTo(app, 'finds', zipped('found', other))
    assert.equal((await projectSkills.find('finds', 'found')).versionHash, hashOf(other))
    assert.deepEqual(await projectSkills.find('finds', 'found', versionHash.slice(0, 10)), { ...found, folder })
    await assert.rejects(projectSkills.find('finds', 'found', '0'.repeat(64)), { code: 'SKILL_VERSION_NOT_FOUND' })
    // What could be several is none.
    await assert.rejects(projectSkills.find('finds', 'found', ''), { code: 'SKILL_VERSION_NOT_FOUND' })
    await assert.rejects(projectSkills.find('finds', 'none'), { code: 'SKILL_NOT_FOUND' })
    await assert.rejects(projectSkills.find('life', 'found'), { code: 'SKILL_NOT_FOUND' })
    await assert.rejects(projectSkills.find('finds', 'shared'), { code: 'SKILL_NOT_FOUND' })
    await patch('finds', 'found', { enabled: false })
    await assert.rejects(projectSkills.find('finds', 'found', versionHash), { code: 'SKILL_DISABLED' })
    assert.deepEqual(codeOf(await app.get(`${skillsAt('finds')}/found/files/SKILL.md`)), [409, 'SKILL_DISABLED'])
    assert.equal((await versionsOf('finds', 'found')).length, 2)
  },
)

verifies(
  'exec.installed-skills-in-default',
  'installed skills are in project default, until one of their name is uploaded',
  async () => {
    const digest = digestOfSkill(shared)
    const installed = {
      name: 'shared',
      version_hash: digest,
      enabled: true,
      source: 'installed',
      description: 'A skill that a test made.',
    }
    const listed = async (query = '') => (await listOf('default', query)).skills.filter(({ name }) => name === 'shared')
    assert.deepEqual(
      [await listed(), await listed('?enabled=true'), await listed('?enabled=false')],
      [[installed], [installed], []],
    )
    const all = (await app.get<{ id: string }[]>('/v1/skills')).body.map(({ id }) => id)
    assert.deepEqual(
      (await listOf('default')).skills.map(({ name }) => name),
      all,
    )
    const found = await projectSkills.find('default', 'shared', digest.slice(0, 8))
    assert.deepEqual(found, {
      ...{ name: 'shared', description: installed.description, versionHash: digest, source: 'installed' },
      folder: join(app.data, 'snapshots', digest),
    })
    assert.match(readFileSync(join(found.folder, 'SKILL.md'), 'utf8'), /name: shared/)
    const at = `${skillsAt('default')}/shared`
    assert.equal((await fetch(`${app.url}${at}/files/scripts/run.sh?version=${digest}`)).status, 200)
    assert.equal((await app.get<ProjectSkillFiles>(`${at}/files`)).body.files.length, 6)
    assert.deepEqual(
      (await versionsOf('default', 'shared')).map(({ bytes: _, ...version }) => version),
      [
        {
          version_hash: digest,
          description: installed.description,
          active: true,
          files: 6,
          uploaded_at: null,
          uploaded_by: null,
        },
      ],
    )
    assert.deepEqual(codeOf(await app.get(`${at}/files?version=00000000`)), [404, 'SKILL_VERSION_NOT_FOUND'])
    for (const refused of [
      await activate('default', 'shared', digest),
      await patch('default', 'shared', { enabled: false }),
      await remove('default', 'shared'),
    ])
      assert.deepEqual(codeOf(refused), [409, 'SKILL_READ_ONLY'])
    const own = plainSkill('shared', 'Is of the project.')
    assert.equal((await uploadTo(app, 'default', zipped('shared', own))).body.action, 'created')
    const uploaded = { ...installed, description: 'Is of the project.', version_hash: hashOf(own), source: 'uploaded' }
    assert.deepEqual(await listed(), [uploaded])
    await patch('default', 'shared', { enabled: false })
    assert.deepEqual([await listed('?enabled=true'), await listed()], [[], [{ ...uploaded, enabled: false }]])
    await assert.rejects(projectSkills.find('default', 'shared'), { code: 'SKILL_DISABLED' })
    // Jobs are no matter of projects.
    assert.equal((await app.run('shared')).status, 'succeeded')
    await remove('default', 'shared')
    assert.deepEqual(await listed(), [installed])
  },
)

verifies(
  'exec.installed-skills-in-default',
  'a broken installed skill is not listed, and says why it cannot be used',
  async () => {
    await send(app.url, '/v1/skill-packages/install', formOf({ file: packageOf({ id: 'breaks' }) }))
    writeFileSync(join(app.skillsDir, 'breaks', 'assets', 'runner.json'), '{')
    await app.app.runner.registry.refresh('breaks')
    assert.ok(!(await listOf('default')).skills.some(({ name }) => name === 'breaks'))
    assert.deepEqual(codeOf(await app.get(`${skillsAt('default')}/breaks/files`)), [409, 'SKILL_DEGRADED'])
    assert.deepEqual(codeOf(await remove('default', 'breaks')), [409, 'SKILL_READ_ONLY'])
    await removeSkill(app, 'breaks')
    assert.deepEqual(codeOf(await remove('default', 'breaks')), [404, 'SKILL_NOT_FOUND'])
  },
)

verifies(
  'exec.skill-uploads-are-atomic',
  'what a crash left without a row is used by the same upload, or removed after a day',
  async () => {
    const files = plainSkill('cut', 'Was cut off.')
    const hash = (await uploadTo(app, 'crash', zipped('cut', files))).body.version_hash
    const folder = folderOf('crash', 'cut', hash)
    // The rows are gone and the folder is there: as after a crash before the commit, and as after a deletion.
    await remove('crash', 'cut')
    const age = () => utimesSync(folder, new Date(0), new Date(0))
    await projectSkills.sweep()
    assert.ok(existsSync(folder), 'somebody may be using it')
    age()
    await projectSkills.sweep(new Set([folder]))
    assert.ok(existsSync(folder), 'somebody is using it')
    assert.equal((await uploadTo(app, 'crash', zipped('cut', files))).body.action, 'created')
    age()
    await projectSkills.sweep()
    assert.ok(existsSync(folder), 'it has a row')
    await remove('crash', 'cut')
    age()
    await projectSkills.sweep()
    assert.deepEqual([readdirSync(join(app.data, 'projects', 'crash', 'skills')), staged()], [[], []])
  },
)

verifies('exec.skill-uploads-are-atomic', 'an upload whose row cannot be written changes nothing that anybody sees', async () => {
  const { store, layout, registry, snapshots, limits, wakes, clock, logger } = app.app.runner
  const cut = openProjectSkills({
    ...{ layout, registry, snapshots, limits: limits.packages, wakes, clock, logger },
    store: { ...store, projectSkills: { ...store.projectSkills, put: () => Promise.reject(new Error('The server dies here.')) } },
  })
  const before = (await uploadTo(app, 'rowless', zipped('cut', plainSkill('cut', 'Was there before.')))).body
  const rowless = plainSkill('cut', 'Has no row.')
  const content = (async function* () {
    yield zipped('cut', rowless)
  })()
  await assert.rejects(cut.upload({ projectId: 'rowless', principal: { name: 'x' }, content }), /dies here/)
  const orphan = folderOf('rowless', 'cut', hashOf(rowless))
  assert.deepEqual([existsSync(orphan), staged()], [true, []])
  assert.deepEqual(
    (await versionsOf('rowless', 'cut')).map(({ version_hash }) => version_hash),
    [before.version_hash],
  )
  assert.deepEqual(codeOf(await activate('rowless', 'cut', hashOf(rowless))), [404, 'SKILL_VERSION_NOT_FOUND'])
  utimesSync(orphan, new Date(0), new Date(0))
  await projectSkills.sweep()
  assert.deepEqual(readdirSync(join(orphan, '..')), [before.version_hash])
})

verifies(
  'exec.skill-uploads-are-atomic',
  'a version whose files were changed is not used, and an upload brings it back',
  async () => {
    const files = plainSkill('hurt', 'Was changed.')
    const hash = (await uploadTo(app, 'hurt', zipped('hurt', files))).body.version_hash
    await uploadTo(app, 'hurt', zipped('hurt', plainSkill('hurt', 'Is another.')))
    writeFileSync(join(folderOf('hurt', 'hurt', hash), 'more'), 'smuggled in')
    assert.deepEqual(codeOf(await activate('hurt', 'hurt', hash)), [409, 'SKILL_DEGRADED'])
    rmSync(folderOf('hurt', 'hurt', hash), { recursive: true })
    assert.deepEqual(codeOf(await activate('hurt', 'hurt', hash)), [409, 'SKILL_DEGRADED'])
    assert.deepEqual(codeOf(await app.get(`${skillsAt('hurt')}/hurt/files?version=${hash}`)), [409, 'SKILL_DEGRADED'])
    await assert.rejects(projectSkills.find('hurt', 'hurt', hash), { code: 'SKILL_DEGRADED' })
    assert.equal((await uploadTo(app, 'hurt', zipped('hurt', files))).body.action, 'updated')
    assert.deepEqual(readdirSync((await projectSkills.find('hurt', 'hurt', hash)).folder), ['SKILL.md'])
  },
)

verifies(
  'exec.skill-uploads-are-atomic',
  'uploads at once keep every version and use one of them, also after a restart',
  async () => {
    await using first = await startApp()
    const versions = Array.from({ length: 8 }, (_, number) => plainSkill('many', `Is number ${number}.`))
    await Promise.all([...versions, ...versions].map((files) => uploadTo(first, 'many', zipped('many', files))))
    const before = (await first.get<ProjectSkillVersions>(`${skillsAt('many')}/many/versions`)).body
    assert.deepEqual(before.versions.map(({ version_hash }) => version_hash).sort(), versions.map(hashOf).sort())
    assert.equal(before.versions.filter(({ active }) => active).length, 1)
    await first.stop()
    const orphan = join(first.data, 'projects', 'many', 'skills', 'cut', 'f'.repeat(64))
    mkdirSync(orphan, { recursive: true })
    utimesSync(orphan, new Date(0), new Date(0))
    await using second = await startApp({ folder: first.folder, limits: { sweepEveryMs: 20 } })
    assert.deepEqual((await second.get(`${skillsAt('many')}/many/versions`)).body, before)
    await until('the sweep has removed what has no row', () => !existsSync(dirname(orphan)))
    assert.deepEqual(readdirSync(join(second.data, 'projects', 'many', 'skills')), ['many'])
    assert.equal(readdirSync(join(second.data, 'projects', 'many', 'skills', 'many')).length, 8)
  },
)

verifies(
  'exec.skills-of-projects',
  'a command runs in the active version of a skill of its project, and in no other',
  async () => {
    const saying = (word: string) => plainSkill('says', `Says ${word}.`, { 'word.txt': word })
    const command = { skill_name: 'says', command: 'cat word.txt' }
    const said = async (session_id: string) => {
      const { body } = await app.post<CommandResult>('/v1/projects/runs/exec/commands', { ...command, session_id })
      return [body.stdout.text, body.version_hash]
    }
    for (const word of ['one', 'two']) await uploadTo(app, 'runs', zipped('says', saying(word)))
    assert.deepEqual(await said('first'), ['two', hashOf(saying('two'))])
    await activate('runs', 'says', hashOf(saying('one')))
    assert.deepEqual(await said('second'), ['one', hashOf(saying('one'))])
    assert.deepEqual(codeOf(await app.post('/v1/projects/life/exec/commands', command)), [404, 'SKILL_NOT_FOUND'])
    await patch('runs', 'says', { enabled: false })
    assert.deepEqual(codeOf(await app.post('/v1/projects/runs/exec/commands', command)), [409, 'SKILL_DISABLED'])
  },
)

test('the SDK has all of it', async () => {
  const { skills } = sdkOf(app.url).project('sdk')
  const files = plainSkill('tool', 'Helps.', { 'a b/c': 'deep' })
  const zip = (more: Files) => new Uint8Array(zipped('tool', more))
  const one = await skills.upload(zip(files))
  const two = await skills.upload(zip(plainSkill('tool', 'Helps more.')))
  assert.deepEqual([one.action, two.action], ['created', 'updated'])
  const listed = await Array.fromAsync(skills.list({ limit: 1 }))
  const { action: _, ...shown } = two
  assert.deepEqual(listed, [shown])
  assert.deepEqual(
    (await skills.files('tool', { version: one.version_hash })).files.map(({ path }) => path),
    ['SKILL.md', 'a b/c'],
  )
  assert.equal(await (await skills.read('tool')).text(), plainSkill('tool', 'Helps more.')['SKILL.md'])
  assert.equal(await (await skills.read('tool', 'a b/c', { version: one.version_hash })).text(), 'deep')
  assert.equal((await skills.versions('tool')).versions.length, 2)
  assert.equal((await skills.activate('tool', one.version_hash)).description, 'Helps.')
  assert.equal((await skills.setEnabled('tool', false)).enabled, false)
  assert.deepEqual(await skills.remove('tool'), { name: 'tool', removed_versions: 2 })
})
