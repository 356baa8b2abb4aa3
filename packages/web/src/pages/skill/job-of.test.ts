import assert from 'node:assert/strict'
import { verifies } from '../../../../../test/verifies.ts'
import { commandOf } from './command-of.ts'
import { isUnsendable, readSettings } from './engine-settings.ts'
import { choicesFrom, jobOf, valuesFrom } from './job-of.ts'

const choices = { engine: '', model: '', effort: '', settings: '', options: { execution_mode: 'auto' }, webhook: null } as const

verifies('web.runs-and-replies', 'what is left alone is left out of the job', () => {
  const paper = new File(['text'], 'paper.md')
  const values = { input: { numbers: [1, 2] }, parameter: { isSure: true } }
  assert.deepEqual(jobOf('a-skill', values, { paper }, choices), {
    skill_id: 'a-skill',
    input: { numbers: [1, 2] },
    parameter: { isSure: true },
    runtime_options: { execution_mode: 'auto' },
    files: { paper },
  })
  const webhook = { url: ' https://example.com/hook ', events: [], secret_ref: '' }
  assert.deepEqual(jobOf('a-skill', values, {}, { ...choices, engine: 'codex', model: 'm', effort: 'low', webhook }), {
    skill_id: 'a-skill',
    input: { numbers: [1, 2] },
    parameter: { isSure: true },
    ...{ engine: 'codex', model: 'm', effort: 'low' },
    runtime_options: { execution_mode: 'auto' },
    webhook: { url: 'https://example.com/hook' },
  })
})

verifies('web.runs-and-replies', 'what an earlier run was given can be entered again', () => {
  const given = { input: { numbers: [1, 2], text: 'a "b"' }, parameter: { isSure: false } }
  assert.deepEqual(valuesFrom(JSON.stringify(given)), given)
  assert.deepEqual(valuesFrom('{"input":'), { input: {}, parameter: {} })
})

verifies('web.runs-and-replies', 'the same request can be copied as a command, without any secret', () => {
  const webhook = { url: 'https://me:word@example.com/hook?key=secret', events: ['job.failed'] as const }
  const chosen = { ...choices, engine: 'codex', model: 'm', effort: 'low', webhook: { ...webhook, events: [...webhook.events] } }
  const job = jobOf('a-skill', { input: { text: "it's", who: { name: 'Bo' } }, parameter: { n: 1 } }, {}, chosen)
  const place = { url: 'http://127.0.0.1:8000', needsToken: true, lacking: (names: string) => `# not: ${names}` }
  const commands = (['curl', 'command line', 'SDK'] as const).map((kind) => commandOf(kind, job, place))
  assert.deepEqual(commands, [
    `curl -s 'http://127.0.0.1:8000/v1/jobs?wait=60' \\
  -H "Authorization: Bearer $SKILL_RUNNER_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"skill_id":"a-skill","input":{"text":"it'\\''s","who":{"name":"Bo"}},"parameter":{"n":1},"engine":"codex","model":"m","effort":"low","runtime_options":{"execution_mode":"auto"},"webhook":{"url":"https://example.com/hook?SECRET","events":["job.failed"]},"await_upload":false}'`,
    `./skill-runner run a-skill \\
  --input text='it'\\''s' \\
  --input-json '{"who":{"name":"Bo"}}' \\
  --param n='1' \\
  --engine codex \\
  --model m@low
# not: webhook`,
    `import { SkillRunner } from '@agent-skill-runner/sdk'

const runner = new SkillRunner({ url: 'http://127.0.0.1:8000', token: process.env.SKILL_RUNNER_TOKEN })
const { data } = await runner.jobs.run({
  "skill_id": "a-skill",
  "input": {
    "text": "it's",
    "who": {
      "name": "Bo"
    }
  },
  "parameter": {
    "n": 1
  },
  "engine": "codex",
  "model": "m",
  "effort": "low",
  "runtime_options": {
    "execution_mode": "auto"
  },
  "webhook": {
    "url": "https://example.com/hook?SECRET",
    "events": [
      "job.failed"
    ]
  }
})`,
  ])
  const options = { execution_mode: 'interactive', no_cache: true, timeout_sec: 60, debug: true } as const
  const asks = jobOf('a-skill', valuesFrom(null), { paper: new File([], 'p') }, { ...choices, options })
  assert.equal(
    commandOf('command line', asks, place),
    "./skill-runner run a-skill \\\n  --file 'paper=FILE' \\\n  --interactive \\\n  --no-cache \\\n  --timeout 60\n# not: debug",
  )
  assert.equal(
    commandOf('curl', asks, { ...place, needsToken: false }),
    `curl -s 'http://127.0.0.1:8000/v1/jobs?wait=60' \\
  -F 'job={"skill_id":"a-skill","input":{},"parameter":{},"runtime_options":{"execution_mode":"interactive","no_cache":true,"timeout_sec":60,"debug":true}};type=application/json' \\
  -F 'paper=@FILE'`,
  )
})

verifies(
  'web.runs-and-replies',
  'how an earlier run was asked for can be chosen again: engine, model, effort, options and webhook',
  () => {
    const request = {
      ...{ request_id: 'job_1', skill_id: 'a-skill', engine: 'codex', model: 'm', effort: 'low' },
      runtime_options: { execution_mode: 'interactive', timeout_sec: 77, debug: true },
      has_engine_config: false,
      webhook: { url: 'https://example.com/hook', url_is_whole: false, events: ['job.failed'], secret_ref: 'mine' },
    } as const
    assert.deepEqual(choicesFrom({ ...request, webhook: { ...request.webhook, events: ['job.failed'] } }), {
      ...{ engine: 'codex', model: 'm', effort: 'low', settings: '' },
      options: { execution_mode: 'interactive', timeout_sec: 77, debug: true },
      webhook: { url: 'https://example.com/hook', events: ['job.failed'], secret_ref: 'mine' },
    })
    const several = {
      ...request,
      engines: ['codex', 'claude'],
      webhook: null,
      runtime_options: { max_cost_usd: 0.5, max_tokens: 9 },
    }
    const again = jobOf('a-skill', valuesFrom(null), {}, choicesFrom(several))
    assert.deepEqual(again, {
      ...{ skill_id: 'a-skill', input: {}, parameter: {}, engines: ['codex', 'claude'], model: 'm', effort: 'low' },
      runtime_options: { max_cost_usd: 0.5, max_tokens: 9 },
    })
    assert.equal(
      commandOf('command line', again, { url: '', needsToken: false, lacking: (names) => names }),
      './skill-runner run a-skill \\\n  --engines codex,claude \\\n  --model m@low \\\n  --max-cost 0.5 \\\n  --max-tokens 9',
    )
    const nothing = { engine: null, model: null, effort: null, webhook: null } as const
    assert.deepEqual(choicesFrom({ ...request, ...nothing }), {
      ...{ engine: '', model: '', effort: '', settings: '' },
      options: { execution_mode: 'interactive', timeout_sec: 77, debug: true },
      webhook: null,
    })
  },
)

verifies(
  'web.engine-settings',
  'settings of the chosen engine are part of the job and of its commands; what is no object is not',
  () => {
    const settings = '{"model_verbosity": "low"}'
    const place = { url: 'http://127.0.0.1:8000', needsToken: false, lacking: (names: string) => `# not: ${names}` }
    const job = jobOf('a-skill', valuesFrom(null), {}, { ...choices, engine: 'codex', settings })
    assert.deepEqual(job, {
      ...{ skill_id: 'a-skill', input: {}, parameter: {}, engine: 'codex' },
      codex_config: { model_verbosity: 'low' },
      runtime_options: { execution_mode: 'auto' },
    })
    assert.match(commandOf('curl', job, place), /"codex_config":\{"model_verbosity":"low"\}/)
    assert.match(commandOf('SDK', job, place), /"codex_config": \{\n {4}"model_verbosity": "low"\n {2}\}/)
    assert.equal(commandOf('command line', job, place), './skill-runner run a-skill \\\n  --engine codex\n# not: codex_config')

    const configOf = (engine: string, text: string) =>
      Object.keys(jobOf('a-skill', valuesFrom(null), {}, { ...choices, engine, settings: text })).filter((name) =>
        /_config$/.test(name),
      )
    assert.deepEqual(
      [configOf('codex', ' '), configOf('codex', '[1]'), configOf('codex', '{'), configOf('replay', '{}'), configOf('', '{}')],
      [[], [], [], [], []],
    )
    assert.deepEqual(
      ['', '{"a": 1}', '[1]', '7'].map((text) => readSettings(text)),
      [
        { ok: true, settings: null },
        { ok: true, settings: { a: 1 } },
        { ok: false, why: null },
        { ok: false, why: null },
      ],
    )
    assert.deepEqual(
      [isUnsendable('codex', '{'), isUnsendable('codex', settings), isUnsendable('replay', '{')],
      [true, false, false],
    )
  },
)
