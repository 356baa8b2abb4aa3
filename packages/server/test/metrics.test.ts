import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { says, talking } from './support/conversations.ts'
import type { TestSkill } from './support/skills.ts'

const usage = { type: 'usage', input_tokens: 900, output_tokens: 40, cached_tokens: 300, cost_usd: 0.5 }

const skills: readonly TestSkill[] = [
  { id: 'good', js: "import { writeFileSync } from 'node:fs'; writeFileSync(process.env.SKILL_RESULT_FILE, '{}')" },
  { id: 'bad', js: 'process.exit(3)' },
  talking('talks', [{ stdout: JSON.stringify(usage) }, says('{"__SKILL_DONE__": true, "ok": true}')]),
]

let app: Awaited<ReturnType<typeof startApp>>
before(async () => {
  app = await startApp({ skills, env: { SKILL_RUNNER_ENGINES: 'replay' } })
  for (const id of ['good', 'bad', 'talks']) await app.run(id, { runtime_options: { no_cache: true } })
})
after(() => app[Symbol.asyncDispose]())

const scrape = async (): Promise<string> => (await app.get<string>('/metrics')).body

/** The samples of one metric, in order. */
const samplesOf = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))

verifies('door.metrics-by-skill-engine-and-code', 'runs are counted by skill, engine, status and error code', async () => {
  const text = await scrape()
  assert.deepEqual(samplesOf(text, 'skill_runner_runs_finished_total'), [
    'skill_runner_runs_finished_total{status="succeeded",skill="good",engine="script"} 1',
    'skill_runner_runs_finished_total{status="failed",skill="bad",engine="script"} 1',
    'skill_runner_runs_finished_total{status="succeeded",skill="talks",engine="replay"} 1',
  ])
  assert.deepEqual(samplesOf(text, 'skill_runner_run_errors_total'), [
    'skill_runner_run_errors_total{code="SCRIPT_FAILED",skill="bad",engine="script"} 1',
  ])
  assert.deepEqual(samplesOf(text, 'skill_runner_run_duration_seconds_count'), [
    'skill_runner_run_duration_seconds_count{skill="good",engine="script"} 1',
    'skill_runner_run_duration_seconds_count{skill="bad",engine="script"} 1',
    'skill_runner_run_duration_seconds_count{skill="talks",engine="replay"} 1',
  ])
  assert.deepEqual(samplesOf(text, 'skill_runner_run_wait_seconds_count'), [
    'skill_runner_run_wait_seconds_count{engine="script"} 2',
    'skill_runner_run_wait_seconds_count{engine="replay"} 1',
  ])
})

verifies('door.metrics-by-skill-engine-and-code', 'tokens and their cost are counted as the engine tells them', async () => {
  const text = await scrape()
  assert.deepEqual(samplesOf(text, 'skill_runner_tokens_total'), [
    'skill_runner_tokens_total{kind="input",skill="talks",engine="replay"} 900',
    'skill_runner_tokens_total{kind="output",skill="talks",engine="replay"} 40',
    'skill_runner_tokens_total{kind="cached",skill="talks",engine="replay"} 300',
  ])
  assert.deepEqual(samplesOf(text, 'skill_runner_cost_usd_total'), [
    'skill_runner_cost_usd_total{skill="talks",engine="replay"} 0.5',
  ])
})

verifies(
  'door.health-ready-metrics',
  'the CPU time is that of the whole process, however late it is first asked for',
  async () => {
    const told = () => process.cpuUsage().user + process.cpuUsage().system
    const least = told() / 1e6
    const [line = ''] = samplesOf(await scrape(), 'process_cpu_seconds_total')
    const seconds = Number(line.split(' ')[1])
    assert.ok(seconds >= least && seconds <= told() / 1e6 + 0.001, `${line} is not at least ${least}`)
  },
)

verifies('door.health-ready-metrics', 'the disk and the database have their sizes', async () => {
  const text = await scrape()
  const [free = 0, size = 0, database = 0] = ['disk_free', 'disk_size', 'database'].map((name) =>
    Number(samplesOf(text, `skill_runner_${name}_bytes`)[0]?.split(' ')[1]),
  )
  assert.ok(free > 0 && free < size && database > 4096, `${free} of ${size}, ${database}`)
})

test('docs/metrics.md names what /metrics tells, with types and labels', async () => {
  const page = readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\w+) \| (.+?) \| .+ \|$/gm)]
  const documented = Object.fromEntries(
    rows.map(([, name = '', type, labels = '']) => [
      name,
      { type, labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label) },
    ]),
  )
  const text = await scrape()
  const told = Object.fromEntries(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => [
      name,
      // What has not happened yet has no sample, and with it no label.
      { type, labels: labelsOf(text, name) ?? documented[name]?.labels ?? [] },
    ]),
  )
  const byName = (metrics: object) => Object.fromEntries(Object.entries(metrics).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  assert.deepEqual(byName(documented), byName(told))
  assert.equal(rows.length, Object.keys(documented).length, 'each is listed once')
})

/** The labels of a metric, but for those that its buckets have; null: it has no sample. */
function labelsOf(text: string, name: string): string[] | null {
  const [sample] = ['', '_count'].flatMap((ending) => samplesOf(text, `${name}${ending}`))
  if (sample === undefined) return null
  return [...sample.matchAll(/[{,](\w+)="/g)].map(([, label = '']) => label)
}
