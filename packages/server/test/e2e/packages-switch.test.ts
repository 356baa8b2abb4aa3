import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readlinkSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { knownEngines } from '../../src/engines/index.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { Fault } from '../../src/lib/fault.ts'
import { putVersion } from '../../src/packages/put.ts'
import { shelfOf } from '../../src/packages/shelf.ts'
import { inUse, swap, switchTo } from '../../src/packages/switch.ts'
import { readSkill, type SkillPackage } from '../../src/skills/package.ts'
import { openRegistry } from '../../src/skills/registry.ts'
import { snapshot } from '../../src/skills/snapshot.ts'
import { startApp } from '../support/app.ts'
import { temporaryFolder } from '../support/folder.ts'
import { digestOfSkill, install } from '../support/packages.ts'
import { packageOf, type TestSkill, writeSkill } from '../support/skills.ts'

/** Many files that all say the version; its script reads them while time passes, and two versions would be no JSON. */
const whole = (version: string): TestSkill => ({
  id: 'whole',
  version,
  sh: 'a=$(cat "$SKILL_DIR"/parts/1* "$SKILL_DIR"/parts/2*); sleep 0.05; b=$(cat "$SKILL_DIR"/parts/*); v=$(printf "%s\\n" "$a" "$b" | sort -u); echo "{\\"version\\":\\"$v\\"}"',
  files: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`parts/${index + 10}`, `${version}\n`])),
})

const versions = ['1.0.0', '2.0.0', '3.0.0', '4.0.0']

verifies(
  ['packages.switch-is-atomic', 'packages.runs-record-version'],
  'while three updates come, fifty jobs are created and run: each has one whole version, the one on its record',
  async () => {
    await using app = await startApp()
    const [first = '', ...later] = versions
    assert.equal((await install(app, packageOf(whole(first)))).status, 200)
    const jobs: { readonly id: string; readonly least: string }[] = []
    let latest = first
    for (const version of later) {
      const update = install(app, packageOf(whole(version))).then(({ status, body }) => {
        assert.equal(status, 200, JSON.stringify(body))
        latest = version
      })
      // Before, during and after it; create() fails the test when a job is refused. There is room for 128 in the queue.
      for (let created = 0; created < 17 || (latest !== version && created < 22); created++) {
        const least = latest
        jobs.push({ id: await app.create('whole'), least })
      }
      await update
    }
    const used = new Set<string>()
    for (const { id, least } of jobs) {
      const { status, skill_version, skill_digest } = await app.until(id, 'succeeded', 'failed')
      const { result } = (await app.get<{ result: { data: unknown; error: unknown } }>(`/v1/jobs/${id}/result`)).body
      assert.deepEqual(
        [status, result.data, skill_digest],
        ['succeeded', { version: skill_version }, digestOfSkill(whole(skill_version))],
        JSON.stringify(result.error),
      )
      assert.ok(skill_version >= least, `${skill_version} was used after ${least} was said to be installed`)
      used.add(skill_version)
    }
    assert.ok(jobs.length >= 50)
    assert.ok(used.size >= 2, 'more than one version was used')
    assert.deepEqual(readdirSync(join(app.skillsDir, '.staging')), [])
  },
)

/** A folder of skills with one version in use and another that lies ready, and a registry that has read the first. */
async function twoVersions(context: TestContext, isLinked: boolean) {
  const folder = await temporaryFolder(context)
  const skills = join(folder, 'skills')
  const check = { engines: knownEngines, judge: async () => [] }
  const deps = { shelf: shelfOf(skills), check, snapshots: join(folder, 'snapshots'), clock: systemClock }
  const ready = async (version: string): Promise<SkillPackage> => {
    const read = await readSkill(writeSkill(join(folder, version), whole(version)), { ...check, builtIn: false })
    assert.ok(read.ok)
    return read.skill
  }
  const [one, two] = [await ready('1.0.0'), await ready('2.0.0')]
  mkdirSync(skills)
  if (isLinked) {
    const { name } = await putVersion(deps.shelf, one.root, one, new Date())
    await switchTo(deps, 'whole', { kind: 'nothing' }, name)
  } else renameSync(one.root, join(skills, 'whole'))
  const log = { info: () => {}, warn: () => {} }
  const registry = await openRegistry({
    ...check,
    compile: async () => null,
    builtIn: join(folder, 'built-in'),
    user: skills,
    log,
  })
  context.after(() => registry.close())
  const entry = registry.get('whole')
  assert.ok(entry?.health === 'healthy')
  return { folder, skills, deps, registry, two, before: entry.skill }
}

test('a switch by two renames shows that there is no skill, and spoils the jobs that have just looked it up', async (context) => {
  const { folder, skills, registry, two, before, deps } = await twoVersions(context, false)
  renameSync(join(skills, 'whole'), join(folder, 'old'))
  assert.equal(await registry.refresh('whole'), null)
  renameSync(two.root, join(skills, 'whole'))
  await assert.rejects(snapshot(before, deps.snapshots), (error) => error instanceof Fault && error.code === 'SKILL_DEGRADED')
})

verifies(
  'packages.switch-is-atomic',
  'a job that has looked a skill up still gets it whole after the switch',
  async (context) => {
    for (const isLinked of [true, false]) {
      const { deps, registry, two, before } = await twoVersions(context, isLinked)
      const { name } = await putVersion(deps.shelf, two.root, two, new Date())
      await switchTo(deps, 'whole', await inUse(deps, 'whole'), name)
      const pinned = await snapshot(before, deps.snapshots)
      const read = await readSkill(pinned, { id: 'whole', builtIn: false, engines: null })
      assert.deepEqual(read.ok && [read.skill.version, read.skill.digest], ['1.0.0', before.digest])
      const now = await registry.refresh('whole')
      assert.equal(now?.health === 'healthy' && now.skill.version, '2.0.0')
    }
  },
)

verifies(
  'packages.switch-is-atomic',
  'when the link cannot be put there, what was there is back in its place',
  async (context) => {
    const { skills, folder, registry } = await twoVersions(context, false)
    const place = join(skills, 'whole')
    assert.throws(() => swap(join(folder, 'no-such-link'), place, join(folder, 'old')), { code: 'ENOENT' })
    assert.equal((await registry.refresh('whole'))?.health, 'healthy')
    assert.throws(() => readlinkSync(place), { code: 'EINVAL' })
  },
)
