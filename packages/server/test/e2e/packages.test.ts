import assert from 'node:assert/strict'
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import type { PackageAccepted, SkillSwitched, SkillVersions } from '@agent-skill-runner/contract/skill-package.ts'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf, problemsOf } from '../support/answers.ts'
import { type Answer, startApp, untilTold } from '../support/app.ts'
import { temporaryFolder } from '../support/folder.ts'
import { formOf, send } from '../support/forms.ts'
import { digestOfSkill, entriesOf, install, installOf, removeSkill, validate } from '../support/packages.ts'
import { filesOf, packageOf, type TestSkill, writeSkill } from '../support/skills.ts'
import { until } from '../support/until.ts'
import { zipOf } from '../support/zips.ts'

const app = await startApp()
after(() => app[Symbol.asyncDispose]())

/** A skill that says which version of it runs. */
const speaker = (id: string, version: string, more: Partial<TestSkill> = {}): TestSkill => ({
  id,
  version,
  sh: `echo '{"version":"${version}"}'`,
  ...more,
})

const installed = async (skill: TestSkill): Promise<Answer<PackageAccepted>> => {
  const answer = await install(app, packageOf(skill))
  assert.deepEqual([answer.status, answer.body.status], [200, 'succeeded'], JSON.stringify(answer.body))
  return answer
}

const versionsOf = async (id: string) => (await app.get<SkillVersions>(`/v1/skills/${id}/versions`)).body.versions
const listed = async (id: string) =>
  (await versionsOf(id)).map(({ version, digest, current }) => [version, digest, current] as const)

const restore = (id: string, wanted?: object) => app.post<SkillSwitched>(`/v1/skills/${id}/restore`, wanted)
const codeOf = ({ status, body }: Answer): unknown[] => [status, errorOf(body).code]

/** What a run of the skill says. */
const said = async (id: string): Promise<unknown> => (await app.run(id)).result?.data

/** Names in the folder of skills that are neither a skill nor the archive. */
const leftovers = () => [
  ...readdirSync(app.skillsDir).filter((name) => name.startsWith('.') && name !== '.versions' && name !== '.staging'),
  ...readdirSync(join(app.skillsDir, '.staging')),
]

verifies(
  ['packages.install-and-validate', 'packages.runs-record-version'],
  'a package becomes the skill that the next job uses, and its run and its record say which',
  async () => {
    const skill = speaker('first', '1.0.0')
    const digest = digestOfSkill(skill)
    const verdict = { valid: true, skill_id: 'first', version: '1.0.0', digest, action: 'install', problems: [], warnings: [] }
    assert.deepEqual((await validate(app, packageOf(skill))).body, verdict)
    assert.deepEqual(codeOf(await app.get('/v1/skills/first')), [404, 'SKILL_NOT_FOUND'])
    const answer = await installed(skill)
    const { created_at, finished_at, ...record } = await installOf(app, answer)
    assert.deepEqual(record, {
      request_id: answer.body.request_id,
      status: 'succeeded',
      skill_id: 'first',
      version: '1.0.0',
      digest,
      action: 'install',
      error: null,
    })
    assert.ok(finished_at && created_at <= finished_at)
    const { request_id, result } = await app.run('first')
    assert.deepEqual(result?.data, { version: '1.0.0' })
    const job = await app.job(request_id)
    assert.deepEqual([job.skill_id, job.skill_version, job.skill_digest], ['first', '1.0.0', digest])
    const kept = JSON.parse(readFileSync(join(app.runFolder(job.run_id), 'skill.json'), 'utf8'))
    assert.deepEqual([kept.id, kept.version, kept.digest], ['first', '1.0.0', digest])
    assert.deepEqual(leftovers(), [])
  },
)

verifies(
  ['packages.update-archive-restore', 'packages.runs-record-version'],
  'an update is for new jobs only: one that was created before runs what it was created with',
  async () => {
    const told = (version: string): TestSkill => ({
      ...untilTold,
      id: 'told',
      version,
      sh: `${untilTold.sh?.replace('"{}"', '"$(cat "$SKILL_DIR/said.json")"')}`,
      files: { 'said.json': JSON.stringify({ version }) },
    })
    await installed(told('1.0.0'))
    const before = await app.create('told')
    await app.until(before, 'running')
    const { body } = await installed(told('1.1.0'))
    const after = await app.create('told')
    for (const id of [before, after]) await app.tell(id)
    const results = []
    for (const id of [before, after]) {
      const { skill_version } = await app.until(id, 'succeeded')
      const { result } = (await app.get<{ result: { data: unknown } }>(`/v1/jobs/${id}/result`)).body
      results.push([skill_version, result.data])
    }
    assert.deepEqual(results, [
      ['1.0.0', { version: '1.0.0' }],
      ['1.1.0', { version: '1.1.0' }],
    ])
    const { action, version } = (await app.get<{ action: string; version: string }>(`/v1/skill-packages/${body.request_id}`)).body
    assert.deepEqual([action, version], ['update', '1.1.0'])
  },
)

verifies('packages.update-archive-restore', 'only a greater version is taken; whatever is refused changes nothing', async () => {
  await installed(speaker('rising', '1.2.0'))
  for (const version of ['1.2.0', '1.1.9', '1.2.0-rc.1', '1.2.0+later']) {
    const other = speaker('rising', version, { files: { 'more.txt': version } })
    const refused = await install(app, packageOf(other))
    const { package_request_id, ...details } = errorOf(refused.body).details as Record<string, unknown>
    assert.deepEqual(
      [...codeOf(refused), details],
      [409, 'SKILL_VERSION_NOT_GREATER', { skill_id: 'rising', version, installed_version: '1.2.0' }],
    )
    const record = (await app.get<{ status: string; error: { code: string } }>(`/v1/skill-packages/${package_request_id}`)).body
    assert.deepEqual([record.status, record.error.code], ['failed', 'SKILL_VERSION_NOT_GREATER'])
    const { valid, problems } = (await validate(app, packageOf(other))).body
    const message = `version ${version} is not greater than 1.2.0, which is in use. Increase it, or install with force.`
    assert.deepEqual([valid, problems], [false, [{ entry: null, message }]])
  }
  assert.deepEqual(await listed('rising'), [['1.2.0', digestOfSkill(speaker('rising', '1.2.0')), true]])
  await installed(speaker('rising', '1.10.0-rc.1'))
  await installed(speaker('rising', '1.10.0'))
  assert.deepEqual(await said('rising'), { version: '1.10.0' })
})

verifies('packages.update-archive-restore', 'every version is kept, and can be used again by version or digest', async () => {
  const versions = ['1.0.0', '2.0.0', '3.0.0'].map((version) => speaker('kept', version))
  const [one, two, three] = versions.map(digestOfSkill) as [string, string, string]
  for (const skill of versions) await installed(skill)
  const switched = (version: string | null, digest: string | null, archived_version: string | null) => ({
    skill_id: 'kept',
    version,
    digest,
    archived_version,
  })
  assert.deepEqual((await restore('kept')).body, switched('2.0.0', two, '3.0.0'))
  assert.deepEqual((await restore('kept')).body, switched('3.0.0', three, '2.0.0'))
  assert.deepEqual((await restore('kept', { version: '1.0.0' })).body, switched('1.0.0', one, '3.0.0'))
  assert.deepEqual(await said('kept'), { version: '1.0.0' })
  assert.deepEqual((await restore('kept', { version: '1.0.0' })).body, switched('1.0.0', one, null))
  assert.deepEqual((await restore('kept', { digest: two.slice(0, 8) })).body, switched('2.0.0', two, '1.0.0'))
  assert.deepEqual(await listed('kept'), [
    ['3.0.0', three, false],
    ['2.0.0', two, true],
    ['1.0.0', one, false],
  ])
  for (const wanted of [{ version: '4.0.0' }, { digest: '00000000' }, { version: '1.0.0', digest: two.slice(0, 8) }])
    assert.deepEqual(codeOf(await restore('kept', wanted)), [404, 'SKILL_VERSION_NOT_FOUND'])
  assert.deepEqual(codeOf(await restore('nobody')), [404, 'SKILL_NOT_FOUND'])
  // What was archived is greater than what is in use, so it may come as a package again.
  await installed(speaker('kept', '3.0.0'))
  assert.deepEqual((await removeSkill<SkillSwitched>(app, 'kept')).body, switched(null, null, '3.0.0'))
  assert.deepEqual(codeOf(await app.get('/v1/skills/kept')), [404, 'SKILL_NOT_FOUND'])
  assert.deepEqual(codeOf(await app.post('/v1/jobs', { skill_id: 'kept' })), [404, 'SKILL_NOT_FOUND'])
  assert.deepEqual(
    (await listed('kept')).map(([version, , current]) => [version, current]),
    [
      ['3.0.0', false],
      ['2.0.0', false],
      ['1.0.0', false],
    ],
  )
  assert.deepEqual((await restore('kept')).body, switched('3.0.0', three, null))
  assert.deepEqual(await said('kept'), { version: '3.0.0' })
})

verifies('packages.update-archive-restore', 'an archived version that was tampered with is not used again', async () => {
  const digest = digestOfSkill(speaker('corrupt', '1.0.0'))
  await installed(speaker('corrupt', '1.0.0'))
  await installed(speaker('corrupt', '2.0.0'))
  const folder = join(app.skillsDir, '.versions', 'corrupt', `1.0.0_${digest}`)
  writeFileSync(join(folder, 'more.txt'), 'smuggled in')
  const refused = await restore('corrupt', { version: '1.0.0' })
  assert.deepEqual(
    [...codeOf(refused), errorOf(refused.body).details],
    [400, 'PACKAGE_INVALID', { problems: [{ entry: null, message: 'It was changed in the archive since it was installed.' }] }],
  )
  assert.deepEqual(await said('corrupt'), { version: '2.0.0' })
})

verifies(
  'packages.update-archive-restore',
  'a user skill may hide a built-in one, which is back when it is deleted',
  async () => {
    assert.deepEqual(codeOf(await removeSkill(app, 'demo-prime-number')), [409, 'SKILL_BUILT_IN'])
    assert.deepEqual(codeOf(await removeSkill(app, 'nobody')), [404, 'SKILL_NOT_FOUND'])
    assert.deepEqual(codeOf(await removeSkill(app, '.versions')), [404, 'SKILL_NOT_FOUND'])
    assert.deepEqual(codeOf(await removeSkill(app, '名'.repeat(100))), [404, 'SKILL_NOT_FOUND'])
    writeFileSync(join(app.skillsDir, 'README'), 'no skill')
    assert.deepEqual(codeOf(await removeSkill(app, 'README')), [404, 'SKILL_NOT_FOUND'])
    assert.equal(readFileSync(join(app.skillsDir, 'README'), 'utf8'), 'no skill')
    assert.deepEqual((await app.get<SkillVersions>('/v1/skills/demo-prime-number/versions')).body.versions, [])
    assert.deepEqual(codeOf(await app.get('/v1/skills/nobody/versions')), [404, 'SKILL_NOT_FOUND'])
    // Less than the built-in version: that one is not replaced, only hidden.
    const { action } = await installOf(app, await installed(speaker('demo-prime-number', '0.5.0')))
    assert.equal(action, 'install')
    assert.deepEqual(await said('demo-prime-number'), { version: '0.5.0' })
    const { version, archived_version } = (await removeSkill<SkillSwitched>(app, 'demo-prime-number')).body
    assert.deepEqual([version, archived_version], ['1.0.0', '0.5.0'])
    assert.deepEqual(codeOf(await removeSkill(app, 'demo-prime-number')), [409, 'SKILL_BUILT_IN'])
  },
)

verifies('packages.update-archive-restore', 'what somebody placed by hand is archived too, well or broken', async (context) => {
  writeSkill(app.skillsDir, speaker('placed', '1.0.0'))
  await app.app.runner.registry.refresh('placed')
  assert.deepEqual(await said('placed'), { version: '1.0.0' })
  assert.deepEqual((await app.get<SkillVersions>('/v1/skills/placed/versions')).body.versions, [])
  assert.equal((await installOf(app, await installed(speaker('placed', '1.0.0')))).action, 'unchanged')
  assert.equal((await installOf(app, await installed(speaker('placed', '2.0.0')))).action, 'update')
  assert.deepEqual(await said('placed'), { version: '2.0.0' })
  assert.equal((await restore('placed')).body.version, '1.0.0')
  assert.deepEqual(await said('placed'), { version: '1.0.0' })

  mkdirSync(join(app.skillsDir, 'half'))
  writeFileSync(join(app.skillsDir, 'half', 'notes.txt'), 'days of work')
  assert.equal((await installOf(app, await installed(speaker('half', '0.1.0')))).action, 'update')
  assert.deepEqual(await said('half'), { version: '0.1.0' })
  const [broken = ''] = readdirSync(join(app.skillsDir, '.versions', 'half')).filter((name) => name.startsWith('broken_'))
  assert.equal(readFileSync(join(app.skillsDir, '.versions', 'half', broken, 'notes.txt'), 'utf8'), 'days of work')
  assert.deepEqual((await listed('half')).length, 1)

  const elsewhere = await temporaryFolder(context)
  symlinkSync(writeSkill(elsewhere, speaker('linked', '1.0.0')), join(app.skillsDir, 'linked'))
  assert.equal((await removeSkill<SkillSwitched>(app, 'linked')).body.archived_version, '1.0.0')
  assert.deepEqual(readdirSync(join(elsewhere, 'linked')).sort(), ['SKILL.md', 'assets', 'scripts'])
  assert.equal((await restore('linked')).body.version, '1.0.0')
  assert.ok(readlinkSync(join(app.skillsDir, 'linked')).startsWith('.versions/linked/1.0.0_'))
  assert.deepEqual(leftovers(), [])
})

verifies(
  'packages.update-archive-restore',
  'a folder placed by hand is kept with all that is no part of a skill, also where the archive has the same skill',
  async () => {
    const skill = speaker('cloned', '1.0.0')
    await installed(skill)
    await removeSkill(app, 'cloned')
    const clone = (commit: string) => {
      const folder = writeSkill(app.skillsDir, skill)
      for (const path of ['.git', 'drafts/empty']) mkdirSync(join(folder, path), { recursive: true })
      writeFileSync(join(folder, '.git', 'HEAD'), commit)
    }
    clone('deleted')
    assert.equal((await removeSkill<SkillSwitched>(app, 'cloned')).body.archived_version, '1.0.0')
    clone('updated')
    await installed(speaker('cloned', '2.0.0'))
    rmSync(join(app.skillsDir, 'cloned'))
    clone('restored')
    assert.equal((await restore('cloned', { version: '2.0.0' })).body.version, '2.0.0')
    const archive = join(app.skillsDir, '.versions', 'cloned')
    const kept = readdirSync(archive).filter((name) => name.startsWith('by-hand_'))
    assert.deepEqual(
      kept.map((name) => [readFileSync(join(archive, name, '.git', 'HEAD'), 'utf8'), readdirSync(join(archive, name, 'drafts'))]),
      ['deleted', 'updated', 'restored'].map((commit) => [commit, ['empty']]),
    )
    assert.deepEqual((await listed('cloned')).map(([version]) => version).sort(), ['1.0.0', '2.0.0'])
    assert.deepEqual(leftovers(), [])
  },
)

verifies(
  'packages.update-archive-restore',
  'to ask for a version again changes nothing, whichever of its digests is in use',
  async () => {
    const [one, two] = ['a', 'b'].map((text) => speaker('twice', '1.0.0', { files: { 'more.txt': text } })) as [
      TestSkill,
      TestSkill,
    ]
    await installed(one)
    await removeSkill(app, 'twice')
    await installed(two)
    const digests = { one: digestOfSkill(one), two: digestOfSkill(two) }
    const restored = async (wanted: object) => (await restore('twice', wanted)).body.digest
    for (const wanted of [{ version: '1.0.0' }, { version: '1.0.0' }, { digest: digests.two }])
      assert.equal(await restored(wanted), digests.two)
    assert.equal(await restored({ digest: digests.one }), digests.one)
    assert.equal(await restored({ version: '1.0.0' }), digests.one)
    // Unless it is no longer what it was.
    writeFileSync(join(app.skillsDir, '.versions', 'twice', `1.0.0_${digests.one}`, 'new.txt'), 'x')
    assert.equal(await restored({ version: '1.0.0' }), digests.two)
  },
)

test('each schema of a package is compiled once, and not again when it is read from its place', async (context) => {
  const output = { type: 'object', properties: { once: { const: 'of this test alone' } } }
  const posted = context.mock.method(Worker.prototype, 'postMessage').mock
  await validate(app, packageOf(speaker('once', '1.0.0', { output })))
  await installed(speaker('once', '1.0.0', { output }))
  await removeSkill(app, 'once')
  await restore('once')
  // A thread that knows a schema is asked again by its digest alone.
  const questions = posted.calls.map(({ arguments: [question] }) => question as { digest: string; schema: string | null })
  const first = questions.find(({ schema }) => schema === JSON.stringify(output))
  assert.deepEqual(
    questions.filter(({ digest }) => digest === first?.digest),
    [first],
  )
})

test('when twenty packages wait to be judged, whoever comes on top is told when to come again; those who install have places of their own', async (context) => {
  await installed(speaker('calm', '1.0.0'))
  const questions: (() => void)[] = []
  const ask = Worker.prototype.postMessage
  const asked = context.mock.method(Worker.prototype, 'postMessage', function (this: Worker, question: unknown) {
    questions.push(() => ask.call(this, question))
  })
  const answers: Awaited<ReturnType<typeof validate>>[] = []
  const refused = () => answers.filter(({ status }) => status === 429)
  const all = Array.from({ length: 25 }, async (_, at) => {
    const output = { type: 'object', title: `One of many: ${at}` }
    const input = { type: 'object', title: `Of another kind: ${at}` }
    answers.push(await validate(app, packageOf(speaker('many', '1.0.0', { input, output }))))
  })
  await until('five of them are refused', () => refused().length >= 5)
  // Its schemas are known: nothing but a place could be missing.
  await installed(speaker('calm', '1.0.1'))
  asked.mock.restore()
  for (const go of questions) go()
  await Promise.all(all)
  for (const { status, headers, body } of refused())
    assert.deepEqual([...codeOf({ status, headers, body }), headers.get('retry-after')], [429, 'QUEUE_FULL', '1'])
  const taken = answers.filter(({ status, body }) => status === 200 && body.valid)
  assert.deepEqual([taken.length, refused().length], [20, 5])
})

verifies(
  'packages.install-and-validate',
  'all that is wrong with a package is told at once, and nothing of it stays',
  async () => {
    const wrong = speaker('wrong', '1.0.0', {
      runner: { version: undefined, execution_modes: undefined, engines: ['nobody'], max_attempt: 0 },
      output: { type: 'object', properties: { a: { pattern: '(' } } },
      files: { 'SKILL.md': '---\nname: other\ndescription: x\n---\n', 'assets/parameter.schema.json': null },
    })
    const problems = [
      ['SKILL.md', 'SKILL.md: name must be "wrong", the name of the folder.'],
      ['assets/runner.json', 'assets/runner.json: engines[0] "nobody" is not an engine'],
      ['assets/runner.json', 'assets/runner.json: engines leaves no engine to run on.'],
      ['assets/runner.json', 'assets/runner.json: max_attempt must be a whole number, 1 or more.'],
      ['assets/parameter.schema.json', 'assets/parameter.schema.json is missing.'],
      [
        'assets/runner.json',
        'assets/runner.json: execution_modes is missing; a skill that is installed has to have it, such as ["auto"].',
      ],
      ['assets/output.schema.json', 'assets/output.schema.json: Invalid regular expression: /(/u: Unterminated group'],
    ]
    const shown = (found: readonly { entry: string | null; message: string }[]) =>
      found.map(({ entry, message }) => [entry, message.replace(/ \(codex,.*$/, '')])
    const verdict = (await validate(app, packageOf(wrong))).body
    assert.deepEqual([verdict.valid, verdict.skill_id, verdict.version, verdict.action], [false, 'wrong', null, null])
    assert.deepEqual(shown(verdict.problems), problems)
    const refused = await install(app, packageOf(wrong))
    assert.deepEqual(codeOf(refused), [400, 'PACKAGE_INVALID'])
    const details = errorOf(refused.body).details as {
      problems: { entry: string; message: string }[]
      package_request_id: string
    }
    assert.deepEqual(shown(details.problems), problems)
    const record = (await app.get<{ status: string; skill_id: string }>(`/v1/skill-packages/${details.package_request_id}`)).body
    assert.deepEqual([record.status, record.skill_id], ['failed', 'wrong'])
    assert.deepEqual(codeOf(await app.get('/v1/skills/wrong')), [404, 'SKILL_NOT_FOUND'])
    assert.deepEqual(leftovers(), [])
  },
)

const plainPackage = (id: string, text: string): Buffer =>
  zipOf([{ name: `${id}/SKILL.md`, data: `---\nname: ${id}\ndescription: x\n---\n${text}\n` }])

verifies(
  ['packages.plain-skills-install', 'packages.update-archive-restore'],
  'a version is needed only to replace a skill; the same package again changes nothing, and force replaces any',
  async () => {
    const actionOf = async (answer: Answer<PackageAccepted>) => (await installOf(app, answer)).action
    const first = plainPackage('unversioned', 'One.')
    assert.equal(await actionOf(await install(app, first)), 'install')
    assert.deepEqual((await validate(app, first)).body.action, 'unchanged')
    assert.equal(await actionOf(await install(app, first)), 'unchanged')
    const [[version, digest] = []] = await listed('unversioned')
    assert.equal(version, '0.0.0')
    const other = plainPackage('unversioned', 'Two.')
    assert.deepEqual(codeOf(await install(app, other)), [409, 'SKILL_VERSION_NOT_GREATER'])
    assert.equal(await actionOf(await install(app, other, {}, '?force=1')), 'update')
    assert.equal(await actionOf(await install(app, other, {}, '?force=1')), 'unchanged')
    const kept = await listed('unversioned')
    assert.deepEqual(
      kept.map(([version, , current]) => [version, current]),
      [
        ['0.0.0', true],
        ['0.0.0', false],
      ],
    )
    assert.equal(kept[1]?.[1], digest)
    assert.equal(await actionOf(await install(app, packageOf(speaker('unversioned', '0.0.1')))), 'update')
    assert.equal(
      await actionOf(await install(app, packageOf(speaker('undeclared', '1.0.0', { runner: { version: undefined } })))),
      'install',
    )
  },
)

verifies('packages.install-and-validate', 'a package has one folder at its top, and what macOS adds does not count', async () => {
  const skill = speaker('topped', '1.0.0')
  const one = { entry: null, message: 'A package has exactly one folder at its top, which is the skill, and nothing beside it.' }
  const beside = (entry: string) => ({ entry, message: 'is at the top level, beside other entries' })
  const cases: [Buffer, object[]][] = [
    [zipOf([]), [one]],
    [
      zipOf(filesOf(skill).map(([name, data]) => ({ name, data }))),
      [one, beside('SKILL.md'), beside('assets'), beside('scripts')],
    ],
    [zipOf([...entriesOf(skill), { name: 'README.md' }, { name: 'LICENSE' }]), [one, beside('LICENSE'), beside('README.md')]],
    [zipOf([...entriesOf(skill), { name: 'other/' }]), [one, beside('other'), beside('topped')]],
  ]
  for (const [zip, problems] of cases) assert.deepEqual((await validate(app, zip)).body.problems, problems)
  const git = (await validate(app, zipOf([...entriesOf(skill), { name: 'topped/.git/config', data: 'secret' }]))).body.problems
  assert.deepEqual(git, [{ entry: 'topped/.git/config', message: 'a skill must not contain .git: leave it out' }])
  const mac = [{ name: '__MACOSX/topped/._SKILL.md', data: 'x' }, { name: '.DS_Store' }, { name: 'topped/assets/.DS_Store' }]
  assert.equal((await install(app, zipOf([...entriesOf(skill), ...mac]))).status, 200)
  assert.deepEqual(readdirSync(join(app.skillsDir, 'topped', 'assets')).sort(), [
    'input.schema.json',
    'output.schema.json',
    'parameter.schema.json',
    'runner.json',
  ])
})

test('what could be executed where it was packed can be executed, and nothing of it can be written', async () => {
  const skill = speaker('runs', '1.0.0', {
    runner: { entrypoint: { type: 'script', script: { command: './scripts/run.sh' } } },
    files: { 'scripts/run.sh': '#!/bin/sh\necho \'{"version":"by itself"}\'\n' },
  })
  const entries = entriesOf(skill).map((entry) => (entry.name === 'runs/scripts/run.sh' ? { ...entry, mode: 0o100755 } : entry))
  assert.equal((await install(app, zipOf(entries))).status, 200)
  assert.deepEqual(await said('runs'), { version: 'by itself' })
  const modes = ['SKILL.md', 'scripts/run.sh'].map((path) => lstatSync(join(app.skillsDir, 'runs', path)).mode & 0o777)
  assert.deepEqual(modes, [0o444, 0o555])
})

test('a form that holds no package, or more than one thing, is no form of ours', async () => {
  const zip = packageOf(speaker('formed', '1.0.0'))
  for (const path of ['/v1/skill-packages/install', '/v1/skill-packages/validate']) {
    for (const form of [formOf({}), formOf({ package: zip }), formOf({ file: zip, more: 'x' })])
      assert.deepEqual(codeOf(await send(app.url, path, form)), [400, 'INVALID_REQUEST'])
    const misnamed = await send(app.url, path, formOf({ zip }))
    assert.deepEqual(problemsOf(misnamed.body), [
      { path: '/zip', message: 'is not a part of this form: name the part file', keyword: 'additionalProperties' },
    ])
    assert.deepEqual(codeOf(await app.post(path, {})), [415, 'UNSUPPORTED_MEDIA_TYPE'])
  }
  assert.deepEqual(codeOf(await app.get('/v1/skill-packages/pkg_none')), [404, 'PACKAGE_NOT_FOUND'])
  assert.deepEqual(codeOf(await app.get('/v1/skills/formed')), [404, 'SKILL_NOT_FOUND'])
  assert.deepEqual(leftovers(), [])
})
