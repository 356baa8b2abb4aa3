import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import type { TestSkill } from '../support/skills.ts'

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
