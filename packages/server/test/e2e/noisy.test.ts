import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { findCgroups, groupName } from '../../src/process/cgroups.ts'
import { startApp } from '../support/app.ts'
import { inlineInputs, type TestSkill } from '../support/skills.ts'
import { until } from '../support/until.ts'

/** None of them ends by itself. */
const attacks: readonly TestSkill[] = [
  { id: 'bomb', sh: `exec perl -e 'for (;;) { defined fork or select undef, undef, undef, 0.001 }'` },
  { id: 'hog', sh: `exec perl -e 'my @held; push @held, "x" x (16 << 20) while 1'` },
  { id: 'filler', sh: 'while :; do n=$((n + 1)); head -c 1048576 /dev/zero > "$SKILL_ARTIFACTS_DIR/$n"; sleep 0.01; done' },
  { id: 'burner', sh: 'while :; do :; done' },
]

const small = {
  SKILL_RUNNER_MAX_RUNNING_JOBS: '8',
  SKILL_RUNNER_MAX_PROCESSES: '64',
  SKILL_RUNNER_MAX_MEMORY_BYTES: '128MiB',
  SKILL_RUNNER_MAX_CPU_SECONDS: '4',
  SKILL_RUNNER_MAX_RUN_BYTES: '32MiB',
}

verifies(
  'limits.others-go-on',
  'a fork bomb, a memory hog, a disk filler and a CPU burner end at their limits, and all jobs of others succeed meanwhile',
  async () => {
    await using app = await startApp({ skills: [...attacks, { id: 'quick' }], env: small, limits: { diskLookMs: 100 } })
    const ids = await Promise.all(attacks.map(({ id }) => app.create(id)))
    let areOver = false
    const ends = Promise.all(ids.map((id) => app.until(id, 'succeeded', 'failed', 'canceled'))).finally(() => {
      areOver = true
    })
    const others: string[] = []
    do others.push((await app.run('quick')).status)
    while (!areOver)
    assert.deepEqual(new Set(others), new Set(['succeeded']))
    const told = (await ends).map(({ skill_id, error }) => [skill_id, error?.code, error?.details?.['limit']])
    assert.deepEqual(told, [
      ['bomb', 'RESOURCE_LIMIT', 'processes'],
      ['hog', 'RESOURCE_LIMIT', 'memory_bytes'],
      ['filler', 'RESOURCE_LIMIT', 'run_bytes'],
      ['burner', 'RESOURCE_LIMIT', 'cpu_seconds'],
    ])
  },
)

/** Uses the CPU for a third of a second, or hardly at all until it is told to end. */
const moody: TestSkill = {
  id: 'moody',
  input: inlineInputs('mood'),
  sh: `if grep -q busy "$SKILL_INPUT_FILE"; then exec perl -e 'my $used = 0; while ($used < 0.3) { ($used) = times } print "{}"'; fi
echo waiting; exec perl -e 'select undef, undef, undef, 0.1 until -e "$ENV{SKILL_ARTIFACTS_DIR}/go"; open my $file, ">", $ENV{SKILL_RESULT_FILE}; print $file "{}"'`,
}

const { weight } = findCgroups().places
const canGiveWay = existsSync(join(weight?.folder ?? '', '..', 'cpu.idle'))

verifies(
  'limits.others-go-on',
  'a run gives way from its start if the one before it of the same caller and skill was busy, and others do not',
  async () => {
    await using app = await startApp({ skills: [moody, { ...moody, id: 'other' }] })
    const groupOf = (runId: string) => join(weight?.folder ?? '', groupName(`${app.app.runner.store.nodeId}:${runId}:1`))
    // It is known what a run used when its group is gone.
    const isOver = async (id: string) => {
      const { status, run_id } = await app.until(id, 'succeeded', 'failed')
      await until('its group is gone', () => !existsSync(groupOf(run_id)))
      assert.equal(status, 'succeeded')
    }
    const givesWay = async (skill: string) => {
      const id = await app.create(skill, { input: { mood: 'calm' } })
      await until('it waits', async () => {
        const { body } = await app.get<{ stdout: string }>(`/v1/jobs/${id}/logs`)
        return body.stdout === 'waiting\n'
      })
      const found = readFileSync(join(groupOf((await app.job(id)).run_id), 'cpu.idle'), 'utf8')
      await app.tell(id)
      await isOver(id)
      return found === '1\n'
    }
    const before = await givesWay('moody')
    await isOver(await app.create('moody', { input: { mood: 'busy' } }))
    assert.deepEqual(
      [before, await givesWay('other'), await givesWay('moody'), await givesWay('moody')],
      [false, false, true, false],
    )
  },
  { skip: canGiveWay ? false : 'the kernel does not let groups give way here' },
)
