import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Readiness } from '@agent-skill-runner/contract/health.ts'
import { verifies } from '../../../../test/verifies.ts'
import { findCgroups, groupName } from '../../src/process/cgroups.ts'
import { openResources } from '../../src/process/resources.ts'
import { startApp } from '../support/app.ts'
import { ownUsers } from '../support/own-users.ts'
import type { TestSkill } from '../support/skills.ts'
import { until } from '../support/until.ts'

const hasCgroups = findCgroups().reason === null
const mebibyte = 1024 ** 2

/** Starts 300 processes, if it takes 20,000 tries. */
const bomb = `use strict; my ($started, $tries) = (0, 0); while ($started < 300 && $tries++ < 20000) { my $pid = fork;
if (!defined $pid) { select undef, undef, undef, 0.001 } elsif ($pid) { $started++ } else { sleep 60; exit } } sleep 2; exit 1`
const hog = `my @held; for (1..16) { push @held, "x" x (64 << 20); select undef, undef, undef, 0.1 }`
const limits = (all: object) => ({ automation: { limits: all } })
const perl = (program: string) => `perl -e '${program}'; echo "{}" > "$SKILL_RESULT_FILE"`

const skills: readonly TestSkill[] = [
  { id: 'bomb', sh: `exec perl -e '${bomb}'` },
  { id: 'hog', sh: `exec perl -e '${hog}'`, runner: limits({ memory_bytes: 128 * mebibyte }) },
  {
    id: 'large',
    sh: 'exec head -c 3000000 /dev/zero > "$SKILL_ARTIFACTS_DIR/large"',
    runner: limits({ file_bytes: 2 * mebibyte }),
  },
  { id: 'greedy', sh: perl('print "fine\\n"'), runner: limits({ processes: 5000 }) },
  {
    id: 'tidied',
    sh: 'echo "not JSON" > "$SKILL_RESULT_FILE"',
    output: { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean' } } },
    runner: { ...limits({ open_files: 99 }), normalizer: { command: 'sh scripts/normalize.sh' } },
    files: { 'scripts/normalize.sh': 'grep "open files" /proc/self/limits; exit 7\n' },
  },
]

for (const cgroup of hasCgroups ? (['auto', 'off'] as const) : (['off'] as const)) {
  verifies(
    ['limits.enforced', 'limits.named'],
    `a run that uses too much of the machine ends by itself, and others are served meanwhile (SKILL_RUNNER_CGROUP=${cgroup})`,
    async () => {
      await using app = await startApp({
        env: { ...ownUsers, SKILL_RUNNER_CGROUP: cgroup, SKILL_RUNNER_MAX_PROCESSES: '64' },
        skills,
      })
      const ids = await Promise.all(['bomb', 'hog', 'large'].map((skill) => app.create(skill)))
      const greedy = await app.job((await app.run('greedy')).request_id)
      assert.deepEqual(
        [greedy.status, greedy.warnings.map(({ code, details }) => [code, details])],
        ['succeeded', [['LIMIT_CAPPED', { skill_id: 'greedy', limit: 'processes', wish: 5000, allowed: 64 }]]],
      )
      const ended = await Promise.all(ids.map((id) => app.until(id, 'failed')))
      assert.deepEqual(
        ended.map(({ error }) => [error?.code, error?.details['limit'], error?.details['allowed']]),
        [
          ['RESOURCE_LIMIT', 'processes', 64],
          ['RESOURCE_LIMIT', 'memory_bytes', 128 * mebibyte],
          ['RESOURCE_LIMIT', 'file_bytes', 2 * mebibyte],
        ],
      )
      const means = (await app.get<Readiness>('/readyz')).body.checks.limits.message
      assert.match(
        means,
        cgroup === 'auto' ? /^By cgroup v[12]: memory, processes, CPU time\. By rlimit/ : /^Counted: .*CGROUP\.$/,
      )
      const { cgroups, store } = app.app.runner
      const left = () => groupsIn(cgroups, groupName(`${store.nodeId}:`))
      await until('the groups of the runs are gone', () => left().length === 0)
    },
  )
}

verifies('limits.enforced', 'the limits of a skill hold for its normalizer too', async () => {
  await using app = await startApp({ skills, env: { SKILL_RUNNER_OUTPUT_REPAIR: 'program' } })
  const { run_id } = await app.job((await app.run('tidied', { runtime_options: { output_repair: 'program' } })).request_id)
  const log = readdirSync(app.runFolder(run_id), { recursive: true, encoding: 'utf8' }).find((path) =>
    /normalizer.*log$/.test(path),
  )
  const text = readFileSync(join(app.runFolder(run_id), log ?? 'no log'), 'utf8')
  assert.match(text, /^Max open files +99 +99 /)
})

test('what a killed server left of its cgroups is gone after the next start', { skip: !hasCgroups }, async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'asr-app-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const first = await startApp({ folder })
  const { cgroups, store, limits: all } = first.app.runner
  const mark = `${store.nodeId}:run_1:1`
  const { confinement } = openResources({ cgroups, limits: all.ofRuns, mark, hasOwnUser: false })
  const files = [...confinement.joins, ...(confinement.birthplace ? [confinement.birthplace] : [])]
  await first.stop()
  assert.ok(files.length > 0 && files.every((file) => existsSync(file)))
  await using _second = await startApp({ folder })
  assert.deepEqual(
    files.filter((file) => existsSync(file)),
    [],
  )
})

const groupsIn = ({ places }: ReturnType<typeof findCgroups>, prefix: string): string[] =>
  Object.values(places).flatMap((place) => (place ? readdirSync(place.folder).filter((name) => name.startsWith(prefix)) : []))
