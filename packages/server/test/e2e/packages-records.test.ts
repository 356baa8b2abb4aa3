import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PackageAccepted, PackageInstall, SkillVersions } from '@agent-skill-runner/contract/skill-package.ts'
import { verifies } from '../../../../test/verifies.ts'
import { sweep } from '../../src/upkeep/sweep.ts'
import { errorOf } from '../support/answers.ts'
import { type Answer, startApp, untilTold } from '../support/app.ts'
import { changeRows, type Database, openDatabase } from '../support/database.ts'
import { digestOfSkill, install, installOf } from '../support/packages.ts'
import { packageOf, type TestSkill, writeSkill } from '../support/skills.ts'
import { writeTokens } from '../support/tokens.ts'
import { until } from '../support/until.ts'

const skill = (id: string, version: string): TestSkill => ({ id, version, sh: `echo '{"version":"${version}"}'` })
const codeOf = ({ status, body }: Answer): unknown[] => [status, errorOf(body).code]
const idOf = ({ body }: Answer): unknown => (errorOf(body).details as { package_request_id: string }).package_request_id

const day = 24 * 3600 * 1000

const countInstalls = async (database: Database) => (await database.all('select id from package_installs')).length

const age = (database: Database, id: string, ms: number) =>
  database.run('update package_installs set created_at = ? where id = ?', [new Date(Date.now() - ms).toISOString(), id])

verifies('packages.install-and-validate', 'a repeat under its key is told the same, and installs nothing twice', async () => {
  await using app = await startApp()
  await using database = await openDatabase(app.data)
  const keyed = (zip: Buffer, key: string) => install(app, zip, { 'idempotency-key': key })
  const one = packageOf(skill('keyed', '1.0.0'))
  const two = packageOf(skill('keyed', '2.0.0'))

  const together = await Promise.all(Array.from({ length: 5 }, () => keyed(one, 'k')))
  assert.deepEqual(new Set(together.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(together.map(({ body }) => JSON.stringify(body))).size, 1)
  assert.equal(together.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 4)
  assert.equal(await countInstalls(database), 1)
  assert.deepEqual(codeOf(await keyed(two, 'k')), [409, 'IDEMPOTENCY_MISMATCH'])
  const [first] = together
  assert.deepEqual([(await keyed(one, 'k')).body, await countInstalls(database)], [first?.body, 1])

  // Without a key it is a second request, which finds nothing to do.
  assert.equal((await installOf(app, await install(app, one))).action, 'unchanged')
  // One that failed does not use up its key.
  assert.deepEqual(codeOf(await keyed(packageOf(skill('keyed', '0.9.0')), 'other')), [409, 'SKILL_VERSION_NOT_GREATER'])
  const updated = await keyed(two, 'other')
  assert.deepEqual([updated.status, updated.headers.get('idempotent-replayed')], [200, null])

  // Its time is over, so the key is free.
  await age(database, first?.body.request_id ?? '', day + 1000)
  const three = await keyed(packageOf(skill('keyed', '3.0.0')), 'k')
  assert.deepEqual([three.status, three.headers.get('idempotent-replayed')], [200, null])
  assert.equal((await installOf(app, together[0] as Answer<PackageAccepted>)).status, 'succeeded')

  // Installed at the same time without a key: by one of them, and the others find it done.
  const four = packageOf(skill('keyed', '4.0.0'))
  const answers = await Promise.all([install(app, four), install(app, four), install(app, four)])
  const actions = await Promise.all(answers.map(async (answer) => (await installOf(app, answer)).action))
  assert.deepEqual(actions.sort(), ['unchanged', 'unchanged', 'update'])
  const { versions } = (await app.get<SkillVersions>('/v1/skills/keyed/versions')).body
  assert.deepEqual(
    versions.map(({ version, current }) => [version, current]),
    [
      ['4.0.0', true],
      ['3.0.0', false],
      ['2.0.0', false],
      ['1.0.0', false],
    ],
  )

  const failed = idOf(await install(app, one)) as string
  await age(database, failed, 8 * day)
  await age(database, three.body.request_id, 6 * day)
  await sweep(app.app.runner)
  const status = async (id: string) => (await app.get<PackageInstall>(`/v1/skill-packages/${id}`)).status
  assert.deepEqual([await status(failed), await status(three.body.request_id)], [404, 200])
})

verifies(
  'packages.switch-is-atomic',
  'a server that died in the middle of an installation finishes it or says that it failed, and nothing is half done',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'asr-packages-'))
    const skills = join(folder, 'skills')
    const names = ['linked', 'ready', 'over-hand', 'not-there', 'unread', 'back', 'older', 'later'] as const
    const versions = (id: string) => join(skills, '.versions', id)
    try {
      const ids = new Map<string, string>()
      {
        await using app = await startApp({ folder })
        for (const id of names)
          for (const version of ['1.0.0', '2.0.0']) {
            const { body } = await install(app, packageOf(skill(id, version)))
            ids.set(`${id}@${version}`, body.request_id)
          }
        await app.stop()
        // As if the server had died before it could say how they ended.
        const unsettle = "update package_installs set status = 'running', finished_at = null where id = ?"
        for (const id of names) if (id !== 'back') await changeRows(app.data, unsettle, [ids.get(`${id}@2.0.0`) ?? ''])
        const unread = "update package_installs set version = null, digest = null, action = null where skill_id = 'unread'"
        await changeRows(app.data, unread)
      }
      const nameOf = (id: string, version: string) => `${version}_${digestOfSkill(skill(id, version))}`
      const linkTo = (id: string, version: string) => {
        rmSync(join(skills, id), { recursive: true, force: true })
        symlinkSync(`.versions/${id}/${nameOf(id, version)}`, join(skills, id))
      }
      // Died after the switch; before it; between moving a folder away and putting the link there, in an installation and when version 1
      // was to be restored; before the version was there. And those whose end could not be noted: since then the version before was
      // restored, or a later one installed.
      for (const id of ['ready', 'not-there', 'unread']) linkTo(id, '1.0.0')
      rmSync(join(skills, 'over-hand'))
      for (const id of ['not-there', 'unread']) rmSync(join(versions(id), nameOf(id, '2.0.0')), { recursive: true })
      for (const id of ['back', 'later']) rmSync(join(skills, id))
      symlinkSync(nameOf('back', '1.0.0'), join(versions('back'), '.next'))
      linkTo('older', '1.0.0')
      rmSync(join(versions('older'), '.previous'))
      symlinkSync(nameOf('older', '2.0.0'), join(versions('older'), '.previous'))
      writeSkill(skills, skill('later', '3.0.0'))
      mkdirSync(join(skills, '.staging', 'abc', 'content', 'half'), { recursive: true })
      writeFileSync(join(skills, '.staging', 'abc', 'package.zip'), 'half of one')

      await using app = await startApp({ folder })
      const ends: Record<string, unknown> = {}
      for (const id of names) {
        const { status, error } = (await app.get<PackageInstall>(`/v1/skill-packages/${ids.get(`${id}@2.0.0`)}`)).body
        ends[id] = [status, error?.code ?? null, (await app.run(id)).result?.data]
      }
      const [done, failed] = ['succeeded', 'failed'].map((status) => [
        status,
        status === 'failed' ? 'ORCHESTRATOR_RESTART_INTERRUPTED' : null,
        { version: status === 'failed' ? '1.0.0' : '2.0.0' },
      ])
      const [back, later] = [
        ['succeeded', null, { version: '1.0.0' }],
        ['failed', 'ORCHESTRATOR_RESTART_INTERRUPTED', { version: '3.0.0' }],
      ]
      assert.deepEqual(ends, {
        linked: done,
        ready: done,
        'over-hand': done,
        'not-there': failed,
        unread: failed,
        back,
        older: failed,
        later,
      })
      assert.equal(existsSync(join(versions('back'), '.next')), false)
      assert.deepEqual(readdirSync(join(skills, '.staging')), [])
      await app.stop()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

verifies('packages.switch-is-atomic', 'an installation that cannot be done leaves what was there as it was', async () => {
  await using app = await startApp({ skills: [skill('stuck', '1.0.0')] })
  // Somebody's folder is where the archive would put the one that is in the way.
  const mine = join(app.skillsDir, '.versions', 'stuck', `1.0.0_${digestOfSkill(skill('stuck', '1.0.0'))}`)
  mkdirSync(join(app.skillsDir, '.versions'), { recursive: true })
  writeFileSync(join(app.skillsDir, '.versions', 'stuck'), 'a file where the folder of versions belongs')
  const refused = await install(app, packageOf(skill('stuck', '2.0.0')))
  assert.equal(refused.status, 500)
  assert.deepEqual((await app.run('stuck')).result?.data, { version: '1.0.0' })
  rmSync(join(app.skillsDir, '.versions', 'stuck'))
  assert.equal((await install(app, packageOf(skill('stuck', '2.0.0')))).status, 200)
  assert.ok(existsSync(mine))
  // The same content once more by hand: it is in the archive already, and the copy goes.
  rmSync(join(app.skillsDir, 'stuck'))
  writeSkill(app.skillsDir, skill('stuck', '1.0.0'))
  assert.equal((await install(app, packageOf(skill('stuck', '2.0.0')))).status, 200)
  assert.equal(readlinkSync(join(app.skillsDir, 'stuck')), `.versions/stuck/2.0.0_${digestOfSkill(skill('stuck', '2.0.0'))}`)
  assert.deepEqual(readdirSync(join(app.skillsDir, '.staging')), [])
  // A version of the archive that was corrupt is set aside when the same comes again.
  const two = join(app.skillsDir, '.versions', 'stuck', `2.0.0_${digestOfSkill(skill('stuck', '2.0.0'))}`)
  writeFileSync(join(two, 'more.txt'), 'smuggled in')
  await app.post('/v1/skills/stuck/restore', { version: '1.0.0' })
  assert.equal((await install(app, packageOf(skill('stuck', '2.0.0')))).status, 200)
  assert.equal(existsSync(join(two, 'more.txt')), false)
  assert.deepEqual((await app.run('stuck')).result?.data, { version: '2.0.0' })
  // What could not be put in use is not in the archive either.
  const previous = join(app.skillsDir, '.versions', 'stuck', '.previous')
  rmSync(previous)
  mkdirSync(join(previous, 'in-the-way'), { recursive: true })
  const archived = readdirSync(join(app.skillsDir, '.versions', 'stuck'))
  assert.equal((await install(app, packageOf(skill('stuck', '2.1.0')))).status, 500)
  assert.deepEqual(readdirSync(join(app.skillsDir, '.versions', 'stuck')), archived)
  assert.deepEqual((await app.run('stuck')).result?.data, { version: '2.0.0' })
  rmSync(previous, { recursive: true })
  // The same is no copy of one that was corrupt: it takes its place in the archive.
  rmSync(join(mine, 'SKILL.md'))
  rmSync(join(app.skillsDir, 'stuck'))
  writeSkill(app.skillsDir, skill('stuck', '1.0.0'))
  assert.equal((await install(app, packageOf(skill('stuck', '3.0.0')))).status, 200)
  assert.equal((await app.post('/v1/skills/stuck/restore', { version: '1.0.0' })).status, 200)
  assert.deepEqual((await app.run('stuck')).result?.data, { version: '1.0.0' })
})

verifies('packages.install-and-validate', 'who may install what, and when', async () => {
  using tokens = writeTokens([
    { name: 'boss', scopes: ['read', 'run', 'admin'] },
    { name: 'worker', scopes: ['read', 'run'], project: 'default' },
    { name: 'stranger', scopes: ['read'], project: 'b' },
  ])
  let free = Number.MAX_SAFE_INTEGER
  await using app = await startApp({
    env: { ...tokens.env, SKILL_RUNNER_MAX_PACKAGE_BYTES: '4096' },
    freeBytes: async () => free,
    skills: [untilTold],
  })
  const zip = packageOf(skill('small', '1.0.0'))
  const as = (name: string) => tokens.as(name)
  assert.deepEqual(codeOf(await install(app, zip, as('worker'))), [403, 'FORBIDDEN'])
  const answer = await install(app, zip, as('boss'))
  assert.equal(answer.status, 200)
  const seen = (name: string) => app.get(`/v1/skill-packages/${answer.body.request_id}`, as(name))
  assert.deepEqual([(await seen('worker')).status, codeOf(await seen('stranger'))], [200, [404, 'PACKAGE_NOT_FOUND']])

  const large = packageOf({ ...skill('large', '1.0.0'), files: { 'more.txt': 'x'.repeat(4096) } })
  const refused = await install(app, large, as('boss'))
  assert.deepEqual(codeOf(refused), [413, 'UPLOAD_TOO_LARGE'])
  const { package_request_id: id, ...details } = errorOf(refused.body).details as Record<string, unknown>
  assert.deepEqual(details, { part: 'file', limit_bytes: 4096 })
  const record = (await app.get<PackageInstall>(`/v1/skill-packages/${id}`, as('boss'))).body
  assert.deepEqual([record.status, record.error?.code, record.skill_id], ['failed', 'UPLOAD_TOO_LARGE', null])

  free = 0
  assert.deepEqual(codeOf(await install(app, zip, as('boss'))), [503, 'DISK_LOW'])
  free = Number.MAX_SAFE_INTEGER
  const job = (await app.post<{ request_id: string }>('/v1/jobs', { skill_id: 'until-told' }, as('boss'))).body.request_id
  await until('it runs', async () => (await app.get<{ status: string }>(`/v1/jobs/${job}`, as('boss'))).body.status === 'running')
  const stopping = app.stop()
  // Until it says so to itself, it may still take one.
  await until('the server is stopping', async () => {
    const refused = await install(app, zip, as('boss'))
    return refused.status === 503 && codeOf(refused)[1] === 'SHUTTING_DOWN'
  })
  app.app.hurry()
  await stopping
})
