import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import type { CommandResult } from '@agent-skill-runner/contract/exec.ts'
import type { ProjectSkillList, ProjectSkillVersions } from '@agent-skill-runner/contract/project-skill.ts'
import { toStreamingFile } from 'openai'
import { verifies } from '../../../../test/verifies.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { digestOf } from '../../src/skills/digest.ts'
import { startApp } from '../support/app.ts'
import { plainSkill, skillsAt, uploadTo, zipped } from '../support/projects.ts'
import { unzip } from '../support/unzip.ts'
import { anthropicAt, filesOf, openaiAt, zipFile } from '../support/vendors.ts'
import { mode, zipOf } from '../support/zips.ts'

const app = await startApp({ skills: [{ id: 'shared' }] })
after(() => app[Symbol.asyncDispose]())

type Files = Readonly<Record<string, string>>

/** What the hash of a version has to be. */
const hashOf = (files: Files): string => digestOf(Object.entries(files).map(([path, text]) => [path, false, sha256(text)]))

/** Our own list of the skills of project default, without those that are installed. */
const ours = async () => {
  const { body } = await app.get<ProjectSkillList>(skillsAt('default'))
  return body.skills.filter(({ source }) => source === 'uploaded')
}
const ourVersions = async (name: string) =>
  (await app.get<ProjectSkillVersions>(`${skillsAt('default')}/${name}/versions`)).body.versions.map(
    ({ version_hash, active }) => [version_hash, active],
  )
const run = async (skill_name: string, command: string) => {
  const { body } = await app.post<CommandResult>('/v1/projects/default/exec/commands', { skill_name, command })
  return [body.status, body.stdout.text]
}
const zipIn = async (response: Response) => [
  response.headers.get('content-type'),
  response.headers.get('content-disposition')?.split(';')[1],
  await unzip(Buffer.from(await response.arrayBuffer())),
]
const inFolder = (folder: string, files: Files) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))

for (const kind of ['skills', 'beta'] as const)
  verifies('compat.anthropic-skills', `the client of Anthropic does all that it can with ${kind}`, async () => {
    const client = anthropicAt(app.url)
    const skills = kind === 'beta' ? client.beta.skills : client.skills
    const name = `note-${kind}`
    const one = plainSkill(name, 'Takes notes.', { 'data/words.txt': 'a\n' })
    const two = plainSkill(name, 'Takes better notes.')
    const [first, second] = [hashOf(one), hashOf(two)]
    const made = await skills.create({ files: filesOf(name, one), display_name: 'Note taker' })
    const { created_at, updated_at, _request_id, ...skill } = made
    assert.match(_request_id ?? '', /^req_/)
    assert.deepEqual([new Date(created_at).toISOString(), updated_at], [created_at, created_at])
    assert.deepEqual(skill, {
      id: `skill_${name}`,
      type: 'skill',
      display_name: 'Note taker',
      latest_version_id: `skillver_${first}`,
      source: { type: 'custom' },
    })
    assert.deepEqual(await run(name, 'cat data/words.txt'), ['succeeded', 'a\n'])

    const version = await skills.versions.create(made.id, { files: [zipFile(zipped(name, two))] })
    assert.deepEqual(
      { ...version, created_at: '' },
      {
        ...{ id: `skillver_${second}`, type: 'skill_version', skill_id: made.id, name, description: 'Takes better notes.' },
        created_at: '',
      },
    )
    assert.deepEqual(await ourVersions(name), [
      [second, true],
      [first, false],
    ])
    const now = await skills.retrieve(made.id)
    assert.deepEqual(now, { ...made, latest_version_id: version.id, updated_at: version.created_at })
    // The same content is the same version.
    assert.deepEqual(await skills.versions.create(made.id, { files: filesOf(name, two) }), version)
    assert.deepEqual(await skills.versions.retrieve('latest', { skill_id: made.id }), version)
    assert.deepEqual(await skills.versions.retrieve(second, { skill_id: made.id }), version)
    const versions = []
    for await (const { id } of skills.versions.list(made.id, { limit: 1 })) versions.push(id)
    assert.deepEqual(versions, [version.id, `skillver_${first}`])

    if (kind === 'beta') {
      const at = async (wanted: string) => zipIn(await client.beta.skills.versions.download(wanted, { skill_id: made.id }))
      const named = ['application/zip', ` filename="${name}.zip"`]
      assert.deepEqual(await at(`skillver_${first}`), [...named, inFolder(name, one)])
      assert.deepEqual(await at('latest'), [...named, inFolder(name, two)])
    }

    // Of the version in use the newest of the others takes the place; the only one stays.
    assert.deepEqual(await skills.versions.delete(version.id, { skill_id: made.id }), {
      id: version.id,
      type: 'skill_version_deleted',
    })
    assert.deepEqual(await ourVersions(name), [[first, true]])
    await assert.rejects(skills.versions.delete(`skillver_${first}`, { skill_id: made.id }), {
      status: 409,
      errorCode: 'SKILL_VERSION_IN_USE',
    })
    assert.deepEqual(await skills.delete(made.id), { id: made.id, type: 'skill_deleted' })
    await assert.rejects(skills.retrieve(made.id), { status: 404, type: 'not_found_error', errorCode: 'SKILL_NOT_FOUND' })
    assert.deepEqual(await ours(), [])
  })

verifies('compat.openai-skills', 'the client of OpenAI does all that it can', async () => {
  const { skills } = openaiAt(app.url)
  const one = plainSkill('count', 'Counts.', { 'scripts/run.sh': 'echo one\n' })
  const two = plainSkill('count', 'Counts better.', { 'scripts/run.sh': 'echo two\n' })
  const [first, second] = [hashOf(one), hashOf(two)]
  const made = await skills.create({ files: zipFile(zipped('count', one)) })
  const { created_at, ...skill } = made
  assert.ok(Number.isInteger(created_at) && created_at > 1_700_000_000)
  assert.deepEqual(skill, {
    ...{ id: 'skill_count', object: 'skill', name: 'count', description: 'Counts.' },
    ...{ default_version: first, latest_version: first },
  })
  assert.deepEqual(await run('count', 'sh scripts/run.sh'), ['succeeded', 'one\n'])

  // Its files go by streams: of a File the client sends the last part of the name only.
  const files = Object.entries(two).map(([path, text]) => toStreamingFile(new Blob([text]).stream(), `count/${path}`))
  const version = await skills.versions.create(made.id, { files })
  assert.deepEqual(
    { ...version, created_at: 0 },
    {
      ...{ id: `skillver_${second}`, object: 'skill.version', skill_id: made.id, version: second, name: 'count' },
      ...{ description: 'Counts better.', created_at: 0 },
    },
  )
  // It is there, and nobody uses it yet.
  assert.deepEqual(await skills.retrieve(made.id), { ...made, latest_version: second })
  assert.deepEqual(await run('count', 'sh scripts/run.sh'), ['succeeded', 'one\n'])
  const zip = ['application/zip', ' filename="count.zip"']
  assert.deepEqual(await zipIn(await skills.content.retrieve(made.id)), [...zip, inFolder('count', one)])
  const content = await skills.versions.content.retrieve(second, { skill_id: made.id })
  assert.deepEqual(await zipIn(content), [...zip, inFolder('count', two)])

  const updated = await skills.update(made.id, { default_version: second })
  assert.deepEqual(updated, { ...made, description: 'Counts better.', default_version: second, latest_version: second })
  assert.deepEqual(await run('count', 'sh scripts/run.sh'), ['succeeded', 'two\n'])
  await skills.versions.create(made.id, { files: zipFile(zipped('count', one)), default: true })
  assert.deepEqual((await skills.retrieve(made.id)).default_version, first)
  assert.deepEqual(
    (await ours()).map(({ name, version_hash }) => [name, version_hash]),
    [['count', first]],
  )

  for (const [order, hashes] of [
    ['desc', [second, first]],
    ['asc', [first, second]],
  ] as const) {
    const listed = []
    for await (const one of skills.versions.list(made.id, { order, limit: 1 })) listed.push(one.version)
    assert.deepEqual(listed, hashes, order)
  }
  assert.deepEqual(await skills.versions.retrieve(second, { skill_id: made.id }), version)
  const asked: string[] = []
  // It says that this is no reason to try again, which clients do with 409 otherwise.
  await assert.rejects(openaiAt(app.url, 'none', asked).skills.versions.delete(first, { skill_id: made.id }), {
    ...{ status: 409, code: 'SKILL_VERSION_IN_USE', type: 'invalid_request_error', param: null },
  })
  assert.equal(asked.length, 1)
  assert.deepEqual(await skills.versions.delete(second, { skill_id: made.id }), {
    ...{ id: `skillver_${second}`, object: 'skill.version.deleted', deleted: true, version: second },
  })
  assert.deepEqual(await ourVersions('count'), [[first, true]])
  assert.deepEqual(await skills.delete(made.id), { id: made.id, object: 'skill.deleted', deleted: true })
  assert.deepEqual(await ours(), [])
})

verifies(
  ['compat.anthropic-skills', 'compat.openai-skills'],
  'skills of our own routes are listed page by page by age, with those that are installed',
  async () => {
    const names = ['b-one', 'a-two', 'c-three']
    for (const name of names) await uploadTo(app, 'default', zipped(name, plainSkill(name, 'Is there.')))
    const { skills } = openaiAt(app.url)
    const listed = async (order: 'asc' | 'desc') => {
      const found: string[] = []
      for await (const { name } of skills.list({ order, limit: 2 })) found.push(name)
      return found
    }
    const ascending = await listed('asc')
    assert.deepEqual(
      ascending.filter((name) => names.includes(name)),
      names,
    )
    assert.ok(ascending.includes('shared'))
    assert.deepEqual(await listed('desc'), ascending.toReversed())
    const page = await skills.list({ order: 'asc', limit: 2 })
    assert.deepEqual([page.has_more, page.data.map(({ name }) => name)], [true, ascending.slice(0, 2)])

    const client = anthropicAt(app.url)
    const bySource = async (source?: string) => {
      const found = []
      for await (const skill of client.skills.list({ limit: 2, ...(source ? { source } : {}) }))
        found.push([skill.id, skill.source.type])
      return found
    }
    assert.deepEqual(
      await bySource(),
      ascending.toReversed().map((name) => [`skill_${name}`, names.includes(name) ? 'custom' : 'plugin']),
    )
    assert.deepEqual(
      await bySource('custom'),
      names.toReversed().map((name) => [`skill_${name}`, 'custom']),
    )
    assert.ok((await bySource('plugin')).some(([id]) => id === 'skill_shared'))
    assert.deepEqual(await bySource('anthropic'), [])
    // Read-only: they belong to the whole server.
    const [shared] = (await client.beta.skills.versions.list('skill_shared')).data
    assert.equal(shared?.name, 'shared')
    const content = await client.beta.skills.versions.download('latest', { skill_id: 'skill_shared' })
    assert.ok('shared/SKILL.md' in (await unzip(Buffer.from(await content.arrayBuffer()))))
    const readOnly = { status: 409, errorCode: 'SKILL_READ_ONLY' }
    await assert.rejects(client.skills.delete('skill_shared'), readOnly)
    await assert.rejects(client.skills.versions.delete('latest', { skill_id: 'skill_shared' }), readOnly)
    const files = filesOf('shared', plainSkill('shared', 'Mine.'))
    await assert.rejects(client.skills.versions.create('skill_shared', { files }), readOnly)
    for (const name of names) await skills.delete(`skill_${name}`)
  },
)

verifies(
  'compat.vendor-errors',
  'what cannot be a skill is rejected in the words of the vendor, and nothing is stored',
  async () => {
    const [anthropic, openai] = [anthropicAt(app.url), openaiAt(app.url)]
    const fine = plainSkill('fine', 'Is fine.')
    await anthropic.skills.create({ files: filesOf('fine', fine) })
    const before = await ours()
    const refused = async (files: File[], code: string, problem: RegExp) => {
      await assert.rejects(anthropic.skills.create({ files }), (error: { status: number; type: string; details: object }) => {
        assert.deepEqual([error.status, error.type], [400, 'invalid_request_error'])
        assert.equal((error.details as { error_code: string }).error_code, code)
        assert.match(JSON.stringify(error.details), problem)
        return true
      })
    }
    await refused([new File(['x'], 'lost/notes.txt')], 'PACKAGE_INVALID', /SKILL\.md/)
    await refused([...filesOf('a', fine), ...filesOf('b', fine)], 'PACKAGE_INVALID', /exactly one folder/)
    await refused([new File(['x'], 'SKILL.md')], 'UPLOAD_INVALID', /in no folder/)
    await refused([new File(['x'], 'up/../../SKILL.md')], 'UPLOAD_INVALID', /it holds \.\./)
    await refused([...filesOf('fine', fine), ...filesOf('fine', fine)], 'UPLOAD_INVALID', /it is there twice/)
    await refused([zipFile(zipped('fine', fine)), ...filesOf('fine', fine)], 'UPLOAD_INVALID', /a zip comes alone/)
    await refused([...filesOf('fine', fine), zipFile(zipped('fine', fine))], 'UPLOAD_INVALID', /a zip comes alone/)
    await refused([zipFile(Buffer.from('no zip'))], 'UPLOAD_INVALID', /problem/)
    await refused([zipFile(zipOf([{ name: 'fine/SKILL.md', data: '/etc/passwd', mode: mode.link }]))], 'UPLOAD_INVALID', /link/)
    const bomb = zipOf([{ name: 'bomb/SKILL.md', data: Buffer.alloc(64 * 2 ** 20), deflate: true }])
    await assert.rejects(openai.skills.create({ files: zipFile(bomb) }), { status: 413, code: 'UPLOAD_TOO_LARGE' })
    await assert.rejects(anthropic.skills.create({ files: filesOf('fine', fine), display_name: 'a\nb' }), {
      errorCode: 'INVALID_REQUEST',
    })
    await assert.rejects(anthropic.skills.create({ files: [] }), { status: 400, errorCode: 'INVALID_REQUEST' })
    await assert.rejects(openai.skills.create({}), { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
    // Another folder would be another skill.
    const other = zipFile(zipped('other', plainSkill('other', 'Is another.')))
    await assert.rejects(openai.skills.versions.create('skill_fine', { files: other }), { status: 400, code: 'PACKAGE_INVALID' })
    await assert.rejects(openai.skills.versions.create('skill_other', { files: other }), { status: 404, code: 'SKILL_NOT_FOUND' })
    await assert.rejects(openai.skills.update('skill_fine', { default_version: '2' }), {
      status: 404,
      code: 'SKILL_VERSION_NOT_FOUND',
    })
    for (const id of ['skill_nobody', 'fine', 'skill_%2e%2e', 'x'.repeat(200)])
      await assert.rejects(openai.skills.retrieve(id), { status: 404, code: 'SKILL_NOT_FOUND', type: 'invalid_request_error' })
    await assert.rejects(openai.skills.list({ after: 'skill_nobody' }), { status: 400, code: 'INVALID_REQUEST' })
    await assert.rejects(anthropic.skills.list({ page: 'nowhere' }), { status: 400, errorCode: 'INVALID_REQUEST' })
    await assert.rejects(anthropic.get('/v1/models'), { status: 404, type: 'not_found_error', errorCode: 'ROUTE_NOT_FOUND' })
    assert.deepEqual(await ours(), before)
    // A disabled skill is shown and not given out, as everywhere.
    await fetch(`${app.url}${skillsAt('default')}/fine`, {
      ...{ method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"enabled":false}' },
    })
    assert.equal((await openai.skills.retrieve('skill_fine')).name, 'fine')
    await assert.rejects(openai.skills.content.retrieve('skill_fine'), { status: 409, code: 'SKILL_DISABLED' })
    await openai.skills.delete('skill_fine')
  },
)

verifies(
  'compat.vendor-errors',
  'files that are too large together are rejected as they come, and nothing of them stays',
  async () => {
    await using small = await startApp({ env: { SKILL_RUNNER_MAX_PACKAGE_BYTES: '100000' } })
    const { skills } = anthropicAt(small.url)
    const files = filesOf('big', plainSkill('big', 'Is big.', { 'a.txt': 'a'.repeat(60_000), 'b.txt': 'b'.repeat(60_000) }))
    await assert.rejects(skills.create({ files }), (error: { status: number; type: string; details: unknown }) => {
      assert.deepEqual([error.status, error.type], [413, 'request_too_large'])
      assert.deepEqual(error.details, { entry: 'big/b.txt', limit_bytes: 100_000, error_code: 'UPLOAD_TOO_LARGE' })
      return true
    })
    assert.deepEqual((await skills.list({ source: 'custom' })).data, [])
    assert.deepEqual(readdirSync(join(small.data, 'staging')), [])
    const clutter = new File(['x'.repeat(200_000)], 'fits/.DS_Store')
    await assert.rejects(skills.create({ files: [clutter, ...filesOf('fits', plainSkill('fits', 'Fits.'))] }), { status: 413 })
    const left = new File(['x'], 'fits/.DS_Store')
    const { id } = await skills.create({ files: [left, ...filesOf('fits', plainSkill('fits', 'Fits.'))] })
    assert.equal(id, 'skill_fits')
  },
)
