import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JobAccepted } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf } from '../support/answers.ts'
import { startApp, untilTold } from '../support/app.ts'
import { command } from '../support/cli.ts'
import { sdkOf } from '../support/sdk.ts'
import type { TestSkill } from '../support/skills.ts'
import { until } from '../support/until.ts'

type App = Awaited<ReturnType<typeof startApp>>

const output = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'], additionalProperties: false }

/** A skill that prints this, and has these programs to put it right. */
function skill(
  id: string,
  sh: string,
  programs: { normalizer?: string; fallback?: string } = {},
  more: Partial<TestSkill> = {},
): TestSkill {
  const commands = Object.keys(programs).map((name) => [name, { command: `node scripts/${name}.mjs`, enabled: true }])
  const files = Object.entries(programs).map(([name, text]) => [`scripts/${name}.mjs`, text])
  return { id, sh, output, runner: Object.fromEntries(commands), files: Object.fromEntries(files), ...more }
}

interface Validation {
  valid: boolean
  normalization_level: string | null
  steps: {
    level: string | null
    source: string
    ok: boolean
    duration_ms: number
    violations: { path: string; message: string }[]
  }[]
  warnings: { code: string }[]
  error: { code: string } | null
}

async function folderOf(app: App, { request_id }: JobAccepted): Promise<string> {
  return app.runFolder((await app.job(request_id)).run_id)
}

const text = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8')
const json = (folder: string, path: string): unknown => JSON.parse(text(folder, path))
const validationIn = (folder: string): Validation => json(folder, 'result/validation.json') as Validation

/** Each step as level, source and what was wrong. */
const stepsIn = (folder: string): unknown[] =>
  validationIn(folder).steps.map(({ level, source, violations }) => [
    level,
    source,
    ...violations.map(({ path, message }) => `${path} ${message}`),
  ])

const summary = ({ status, result }: JobAccepted): unknown[] => [
  status,
  result?.data,
  result?.normalization_level,
  result?.validation_warnings.map(({ code, level, normalization_level }) => `${code} ${level} ${normalization_level}`),
]

verifies(
  ['output.candidates-in-order', 'output.extraction-is-warned', 'output.syntax-repair-only', 'output.result-file-is-valid'],
  'a result is taken from the file or from stdout, with a warning when it had to be taken out or fixed',
  async () => {
    const file = (content: string) => `printf '%s' '${content}' > "$SKILL_RESULT_FILE"`
    const extracted = ['OUTPUT_EXTRACTED warning N0']
    const fixed = ['OUTPUT_SYNTAX_MENDED warning N0']
    const cases: [id: string, sh: string, summary: unknown[]][] = [
      ['file-first', `echo '{"n":2}'; ${file('{"n":1}')}`, ['succeeded', { n: 1 }, null, []]],
      ['fence', `printf 'Done:\\n\`\`\`json\\n{"n":1}\\n\`\`\`\\n'`, ['succeeded', { n: 1 }, 'N0', extracted]],
      ['prose', `echo 'log [1]'; echo 'The answer is {"n":1}.'`, ['succeeded', { n: 1 }, 'N0', extracted]],
      ['broken-file', `echo '{"n":2}'; ${file('{"n":1, /* one */}')}`, ['succeeded', { n: 1 }, 'N0', fixed]],
      ['cut-file', `echo '{"n":2}'; ${file('{"n":1')}`, ['succeeded', { n: 2 }, null, []]],
      ['marker', `echo '{"n":1,"__SKILL_DONE__":true}'`, ['succeeded', { n: 1 }, null, []]],
    ]
    await using app = await startApp({ skills: cases.map(([id, sh]) => skill(id, sh)) })
    for (const [id, , expected] of cases) {
      const accepted = await app.run(id)
      assert.deepEqual(summary(accepted), expected, id)
      const folder = await folderOf(app, accepted)
      assert.deepEqual(json(folder, 'result/result.json'), accepted.result?.data, id)
      assert.deepEqual([validationIn(folder).valid, validationIn(folder).normalization_level], [true, expected[2]], id)
    }
  },
)

verifies('output.candidates-in-order', 'all that could have held the result is kept as it was', async () => {
  const sh = `echo '{"n":2}'; printf '{"n" : 1, }' > "$SKILL_RESULT_FILE"`
  const elsewhere = {
    entrypoint: { type: 'script', script: { command: 'sh scripts/run.sh' }, prompt: { result_file: 'artifacts/mine.json' } },
  }
  await using app = await startApp({ skills: [skill('both', sh), skill('elsewhere', sh, {}, { runner: elsewhere })] })
  const both = await folderOf(app, await app.run('both'))
  assert.deepEqual(
    [text(both, 'raw/result.json'), text(both, 'raw/engine_output.txt'), text(both, 'result/result.json')],
    ['{"n" : 1, }', '{"n":2}\n', '{"n":1}'],
  )
  const other = await folderOf(app, await app.run('elsewhere'))
  assert.deepEqual(
    [text(other, 'raw/result.json'), text(other, 'artifacts/mine.json'), text(other, 'result/result.json')],
    ['{"n" : 1, }', '{"n" : 1, }', '{"n":1}'],
  )
})

/** Says all it was given, and makes a result of it. */
const normalizer = `
  import { existsSync, readFileSync, writeFileSync } from 'node:fs'
  const { env, argv } = process
  const options = Object.fromEntries([[argv[2], argv[3]], [argv[4], argv[5]], [argv[6], argv[7]]])
  console.log('normalizer was here')
  console.error(JSON.stringify({
    options: Object.keys(options),
    same: [env.SKILL_RAW_OUTPUT === options['--raw'], env.SKILL_OUTPUT_SCHEMA === options['--schema'], env.SKILL_WORKSPACE === options['--workspace']],
    schema: JSON.parse(readFileSync(options['--schema'], 'utf8')).required,
    old: existsSync('result/result.json'),
    cwd: process.cwd() === options['--workspace'],
    root: process.getuid() === 0,
  }))
  const raw = readFileSync(options['--raw'], 'utf8')
  writeFileSync(options['--workspace'] + '/result/result.json', JSON.stringify({ n: raw.length }))
`

for (const sandbox of ['auto', 'off']) {
  verifies(
    ['output.skill-normalizer', 'output.validation-is-on-record'],
    `the normalizer of a skill is given raw output, schema and workspace, and its result is validated (sandbox ${sandbox})`,
    async () => {
      const programs = { normalizer, fallback: 'throw new Error("not needed")' }
      await using app = await startApp({
        env: { SKILL_RUNNER_SANDBOX: sandbox },
        skills: [
          skill('from-stdout', 'echo number nine', programs),
          skill('from-file', `printf '{"n":"nine"}' > "$SKILL_RESULT_FILE"`, programs),
        ],
      })
      for (const [id, n, steps] of [
        [
          'from-stdout',
          12,
          [
            ['N0', 'stdout', ' is not a JSON object or array'],
            ['N1', 'normalizer'],
          ],
        ],
        [
          'from-file',
          12,
          [
            [null, 'result_file', '/n must be integer'],
            ['N1', 'normalizer'],
          ],
        ],
      ] as const) {
        const accepted = await app.run(id)
        const codes = accepted.result?.validation_warnings.map(({ code }) => code)
        const expected = [...(sandbox === 'off' ? ['SANDBOX_NOT_IN_FORCE'] : []), 'OUTPUT_NORMALIZED']
        assert.deepEqual(
          [accepted.status, accepted.result?.data, accepted.result?.normalization_level, codes],
          ['succeeded', { n }, 'N1', expected],
        )
        const folder = await folderOf(app, accepted)
        assert.deepEqual(stepsIn(folder), steps)
        const lines = text(folder, '.audit/normalizer.1.log').trim().split('\n')
        assert.equal(lines.includes('normalizer was here'), true)
        assert.deepEqual(JSON.parse(lines.find((line) => line.startsWith('{')) ?? ''), {
          options: ['--raw', '--schema', '--workspace'],
          same: [true, true, true],
          schema: ['n'],
          old: false,
          cwd: true,
          root: false,
        })
        assert.deepEqual([existsSync(join(folder, 'given')), text(folder, 'raw/normalizer.json')], [false, `{"n":${n}}`])
        assert.equal(text(folder, '.audit/stdout.1.log').includes('normalizer'), false)
      }
    },
  )
}

const write = (value: string) =>
  `import { writeFileSync } from 'node:fs'; writeFileSync(process.env.SKILL_WORKSPACE + '/result/result.json', ${JSON.stringify(value)})`

verifies(
  ['output.skill-normalizer', 'output.validation-is-on-record', 'output.result-file-is-valid'],
  'a program that fails, lies or hangs is a step on record, and the next one has its turn',
  async () => {
    const bad = `echo '{"n":"x"}'`
    await using app = await startApp({
      limits: { programTimeoutMs: 1500 },
      skills: [
        skill('to-fallback', bad, { normalizer: 'process.exit(3)', fallback: write('{"n":7}') }),
        skill('bad-normalizer', bad, { normalizer: write('{"n":"y"}'), fallback: write('{"n":7}') }),
        skill('silent-normalizer', bad, { normalizer: '', fallback: write('{"n":7}') }),
        skill('sloppy-normalizer', bad, { normalizer: write('```json\n{"n":5}\n```'), fallback: write('{"n":7}') }),
        skill('slow-normalizer', bad, { normalizer: 'setInterval(() => {}, 1000)', fallback: write('{"n":7}') }),
        skill(
          'no-program',
          bad,
          { fallback: write('{"n":7}') },
          { runner: { normalizer: { command: 'no-such-program' }, fallback: { command: 'node scripts/fallback.mjs' } } },
        ),
        skill(
          'switched-off',
          bad,
          { normalizer: write('{"n":7}') },
          { runner: { normalizer: { command: 'node scripts/normalizer.mjs', enabled: false } } },
        ),
        skill('all-fail', bad, { normalizer: `${write('{"n":"y"}')}; process.exit(1)`, fallback: write('{"m":1}') }),
      ],
    })
    const first = [null, 'stdout', '/n must be integer']
    const rescued: [id: string, problem: string | RegExp][] = [
      ['to-fallback', ' ended with exit code 3'],
      ['bad-normalizer', '/n must be integer'],
      ['silent-normalizer', ' wrote a result/result.json that is missing'],
      ['sloppy-normalizer', ' wrote a result/result.json that is not a JSON object or array'],
      ['slow-normalizer', ' took longer than 1.5 s and was ended'],
      ['no-program', /^ (ended with exit code|could not be started)/],
    ]
    for (const [id, problem] of rescued) {
      const accepted = await app.run(id)
      assert.deepEqual(summary(accepted), ['succeeded', { n: 7 }, 'N2', ['OUTPUT_FROM_FALLBACK warning N2']], id)
      const [one, [level, source, why] = [], three] = stepsIn(await folderOf(app, accepted)) as string[][]
      assert.deepEqual([one, level, source, three], [first, 'N1', 'normalizer', ['N2', 'fallback']], id)
      if (typeof problem === 'string') assert.equal(why, problem)
      else assert.match(why ?? '', problem)
    }

    const off = await app.run('switched-off')
    assert.deepEqual([off.result?.error?.code, stepsIn(await folderOf(app, off))], ['SCHEMA_VALIDATION_FAILED', [first]])

    const lost = await app.run('all-fail')
    const folder = await folderOf(app, lost)
    assert.deepEqual(summary(lost), ['failed', null, null, []])
    assert.deepEqual(stepsIn(folder), [
      first,
      ['N1', 'normalizer', ' ended with exit code 1'],
      ['N2', 'fallback', '/n is required', '/m is not known here'],
    ])
    const details = (lost.result?.error?.details ?? {}) as Record<string, unknown>
    const { validation_errors: errors, raw_output_path: path, steps, hint } = details
    assert.deepEqual([errors, path, typeof hint], [validationIn(folder).steps[0]?.violations, 'raw/engine_output.txt', 'string'])
    assert.deepEqual(steps, validationIn(folder).steps)
    assert.deepEqual([validationIn(folder).valid, validationIn(folder).error?.code], [false, 'SCHEMA_VALIDATION_FAILED'])
    assert.deepEqual(readdirSync(join(folder, 'result')), ['validation.json'])
    assert.deepEqual([text(folder, 'raw/normalizer.json'), text(folder, 'raw/fallback.json')], ['{"n":"y"}', '{"m":1}'])
    assert.ok(validationIn(folder).steps.every(({ duration_ms }) => Number.isInteger(duration_ms) && duration_ms >= 0))
  },
)

verifies('output.skill-normalizer', 'canceling while a normalizer is at work ends it, and the run is canceled', async () => {
  const hanging = `import { writeFileSync } from 'node:fs'; writeFileSync('artifacts/at-work', ''); setInterval(() => {}, 1000)`
  await using app = await startApp({ skills: [skill('hanging', 'echo no', { normalizer: hanging, fallback: write('{"n":7}') })] })
  const id = await app.create('hanging')
  const { run_id } = await app.until(id, 'running')
  await until('the normalizer is at work', () => existsSync(join(app.runFolder(run_id), 'artifacts/at-work')))
  const { body } = await app.post<{ status: string; accepted: boolean }>(`/v1/jobs/${id}/cancel`)
  assert.deepEqual([body.status, body.accepted], ['canceled', true])
  const job = await app.job(id)
  assert.deepEqual([job.status, job.error?.code], ['canceled', 'CANCELED_BY_USER'])
  assert.equal(existsSync(join(app.runFolder(run_id), 'result/result.json')), false)
})

/** Tries to look at what is kept of its own run, and to change what it was given. */
const nosy = `
  import { existsSync, readFileSync, writeFileSync } from 'node:fs'
  import { connect } from 'node:net'
  const changed = () => { try { writeFileSync(process.env.SKILL_RAW_OUTPUT, 'changed'); return true } catch { return false } }
  const seen = ['.audit', 'logs', 'raw', 'manifest.json'].filter((name) => existsSync(name))
  const socket = connect(9, '198.51.100.1')
  socket.on('error', (error) => {
    writeFileSync('result/result.json', JSON.stringify({ seen, changed: changed(), network: error.code, skill: existsSync(process.env.SKILL_DIR + '/SKILL.md') }))
    process.exit(0)
  })
`

verifies('output.skill-normalizer', 'a normalizer is held by the same sandbox as a script', async (context) => {
  await using app = await startApp({
    skills: [skill('nosy', 'echo no', { normalizer: nosy }, { output: { type: 'object', required: ['seen'] } })],
  })
  if (app.app.runner.sandbox.status !== 'bubblewrap') return context.skip('no sandbox here')
  const { result } = await app.run('nosy')
  assert.deepEqual(result?.data, { seen: [], changed: false, network: 'ENETUNREACH', skill: true })
})

const loose = `echo '{"n":"3","extra":{"a":1}}'`

verifies(
  'output.program-repair',
  'repair by program is off unless the server allows it and the request asks for it',
  async () => {
    const ask = (repair: string) => ({ skill_id: 'loose', runtime_options: { output_repair: repair, no_cache: true } })
    const refused = (message: string) => ({ problems: [{ path: '/runtime_options/output_repair', message, keyword: 'maximum' }] })
    const offOnly = refused('this server allows off only (SKILL_RUNNER_OUTPUT_REPAIR)')
    {
      await using app = await startApp({ skills: [skill('loose', loose)] })
      const denied = await app.post('/v1/jobs', ask('program'))
      assert.deepEqual(
        [denied.status, errorOf(denied.body).code, errorOf(denied.body).details],
        [400, 'INVALID_RUNTIME_OPTION', offOnly],
      )
      assert.deepEqual(errorOf((await app.post('/v1/jobs', ask('engine'))).body).details, offOnly)
      assert.equal(
        (await app.run('loose', { runtime_options: { output_repair: 'off' } })).result?.error?.code,
        'SCHEMA_VALIDATION_FAILED',
      )
    }
    for (const allowed of ['program', 'engine']) {
      await using app = await startApp({ skills: [skill('loose', loose)], env: { SKILL_RUNNER_OUTPUT_REPAIR: allowed } })
      assert.equal((await app.run('loose')).result?.error?.code, 'SCHEMA_VALIDATION_FAILED', 'not asked for')
      const asked = await app.post('/v1/jobs', ask('engine'))
      if (allowed === 'engine') assert.equal(asked.status, 200)
      else
        assert.deepEqual(errorOf(asked.body).details, refused('this server allows program at most (SKILL_RUNNER_OUTPUT_REPAIR)'))
      const repaired = await app.run('loose', { runtime_options: { output_repair: 'program' } })
      assert.deepEqual(summary(repaired), ['succeeded', { n: 3 }, 'N3', ['OUTPUT_REPAIRED warning N3']])
      const [warning] = repaired.result?.validation_warnings ?? []
      assert.match(warning?.message ?? '', /meaning may have shifted/)
      assert.deepEqual(warning?.details, {
        changes: [
          { path: '/extra', change: 'dropped' },
          { path: '/n', change: '"3" became 3' },
        ],
      })
      assert.deepEqual(stepsIn(await folderOf(app, repaired)), [
        [null, 'stdout', '/extra is not known here', '/n must be integer'],
        ['N3', 'program'],
      ])
    }
  },
)

verifies(
  'output.program-repair',
  'repair comes last, changes nothing that it would have to guess, and says when it cannot help',
  async () => {
    await using app = await startApp({
      env: { SKILL_RUNNER_OUTPUT_REPAIR: 'program' },
      skills: [
        skill('helped', loose, { fallback: write('{"n":7}') }),
        skill('guess', `echo '{"n":"three"}'`),
        skill('no-json', 'echo three'),
      ],
    })
    const repair = { runtime_options: { output_repair: 'program' } }
    assert.deepEqual(summary(await app.run('helped', repair)), ['succeeded', { n: 7 }, 'N2', ['OUTPUT_FROM_FALLBACK warning N2']])
    const guess = await app.run('guess', repair)
    assert.deepEqual(stepsIn(await folderOf(app, guess)), [
      [null, 'stdout', '/n must be integer'],
      ['N3', 'program', ' found nothing that it could change without loss'],
    ])
    const none = await app.run('no-json', repair)
    assert.deepEqual(
      [none.status, stepsIn(await folderOf(app, none))],
      ['failed', [['N0', 'stdout', ' is not a JSON object or array']]],
    )
  },
)

verifies(
  'output.result-file-is-valid',
  'output of any depth and size ends in a result that can be read, or in a clear code',
  async () => {
    const nested = (depth: number) => `head -c ${depth} /dev/zero | tr '\\0' '['; head -c ${depth} /dev/zero | tr '\\0' ']'`
    await using app = await startApp({
      skills: [
        skill('deep', `printf '{"n":1,"d":'; ${nested(900)}; printf '}'`, {}, { output: { type: 'object' } }),
        skill('too-deep', `printf '{"n":1,"d":'; ${nested(200_000)}; printf '}'`, {}, { output: { type: 'object' } }),
        skill(
          'too-large',
          `printf '{"n":1,"d":"'; head -c 9000000 /dev/zero | tr '\\0' x; printf '"}'`,
          {},
          { output: { type: 'object' } },
        ),
      ],
    })
    const deep = await app.run('deep')
    assert.deepEqual([deep.status, JSON.stringify(deep.result?.data).length], ['succeeded', '{"n":1,"d":}'.length + 1800])
    for (const [id, message] of [
      ['too-deep', 'is nested deeper than 1000 levels'],
      ['too-large', 'is larger than 8388608 bytes'],
    ] as const) {
      const { status, result } = await app.run(id)
      const details = result?.error?.details as { validation_errors: { message: string }[] }
      assert.deepEqual(
        [status, result?.error?.code, details.validation_errors.map((error) => error.message)],
        ['failed', 'SCHEMA_VALIDATION_FAILED', [message]],
      )
    }
  },
)

verifies(
  'output.result-file-is-valid',
  'a run that ends unjudged leaves what it wrote as evidence and not as its result',
  async () => {
    const file = `printf '{"n":"wrong"}' > result/result.json`
    const elsewhere = {
      entrypoint: { type: 'script', script: { command: 'sh scripts/run.sh' }, prompt: { result_file: 'artifacts/mine.json' } },
    }
    await using app = await startApp({
      skills: [
        skill('fails', `${file}; exit 1`),
        skill('hangs', `${file}; ${untilTold.sh}`),
        skill('elsewhere', file, {}, { runner: elsewhere }),
      ],
    })
    const left = (folder: string) => [existsSync(join(folder, 'result/result.json')), text(folder, 'raw/result.json')]
    const hanging = await app.create('hangs')
    const folder = app.runFolder((await app.job(hanging)).run_id)
    for (const [id, code] of [
      ['fails', 'SCRIPT_FAILED'],
      ['elsewhere', 'SCHEMA_VALIDATION_FAILED'],
    ] as const) {
      const accepted = await app.run(id)
      assert.equal(accepted.result?.error?.code, code)
      assert.deepEqual(left(await folderOf(app, accepted)), [false, '{"n":"wrong"}'], id)
    }
    await until(
      'it has written',
      () => existsSync(join(folder, 'result/result.json')) && text(folder, 'result/result.json') !== '',
    )
    await app.post(`/v1/jobs/${hanging}/cancel`)
    await app.until(hanging, 'canceled')
    assert.deepEqual(left(folder), [false, '{"n":"wrong"}'])
  },
)

/** Printed as it stands here: no line of it may change on its way to a client. */
const exact = '{"big":9223372036854775807,"huge":1.5e9999,"tiny":-1e-400,"price":1.0,"zero":-0,"list":[12345678901234567890]}'
const anyObject = { type: 'object', properties: { big: { type: 'integer', minimum: 1 }, huge: { type: 'number' } } }

verifies('output.exactly-what-was-said', 'every number reaches result.json and the API byte for byte', async () => {
  const prints = (id: string, sh: string, more: Partial<TestSkill> = {}) => skill(id, sh, {}, { output: anyObject, ...more })
  const skills = [
    prints('exact-file', `printf '%s' '${exact}' > "$SKILL_RESULT_FILE"`),
    prints('exact-stdout', `printf 'So: %s.' '${exact}'`),
    prints('exact-coerced', `printf '%s' '{"big":9223372036854775807,"name":9007199254740993,"huge":1.5e9999}'`, {
      output: { type: 'object', properties: { ...anyObject.properties, name: { type: 'string' } } },
    }),
  ]
  await using app = await startApp({ env: { SKILL_RUNNER_OUTPUT_REPAIR: 'program' }, skills })
  const textsOf = async (id: string, options: object = {}) => {
    const accepted = await app.run(id, { runtime_options: options })
    const folder = await folderOf(app, accepted)
    const answer = await fetch(`${app.url}/v1/jobs/${accepted.request_id}/result`)
    const { 1: data } = /"data":(\{.*?\}),"artifacts":/.exec(await answer.text()) ?? []
    return [accepted.status, text(folder, 'result/result.json'), data]
  }
  assert.deepEqual(await textsOf('exact-file'), ['succeeded', exact, exact])
  assert.deepEqual(await textsOf('exact-stdout'), ['succeeded', exact, exact])
  const coerced = '{"big":9223372036854775807,"name":"9007199254740993","huge":1.5e9999}'
  assert.deepEqual(await textsOf('exact-coerced', { output_repair: 'program' }), ['succeeded', coerced, coerced])
})

verifies('output.exactly-what-was-said', 'the SDK reads them as it is told to, and the command line prints them', async () => {
  const prints = skill('exact', `printf '%s' '${exact}' > "$SKILL_RESULT_FILE"`, {}, { output: anyObject })
  await using app = await startApp({ skills: [prints] })
  // As the README of the SDK says.
  const parse = (text: string) =>
    JSON.parse(text, (_, value: unknown, { source } = { source: '' }) => (/^-?\d{16,}$/.test(source) ? BigInt(source) : value))
  const { data } = await sdkOf(app.url, { parse }).jobs.run({ skill_id: 'exact' })
  const { big, list } = data as { big: unknown; list: unknown }
  assert.deepEqual([big, list], [9223372036854775807n, [12345678901234567890n]])
  const { stdout } = await command(['run', 'exact', '--server', app.url], { cwd: app.folder, env: {} })
  assert.equal(stdout.replaceAll(/\s/g, ''), exact)
})

verifies('output.exactly-what-was-said', 'a repeated key and bytes that are no UTF-8 are warned of', async () => {
  const broken = `printf '{"n":1,"n":2}' > "$SKILL_RESULT_FILE"`
  const bytes = String.raw`printf '{"n":1,"text":"caf\351"}' > "$SKILL_RESULT_FILE"`
  const open = { ...output, additionalProperties: true }
  await using app = await startApp({ skills: [skill('repeated', broken), skill('latin', bytes, {}, { output: open })] })
  const told = async (id: string) => {
    const { result } = await app.run(id)
    return [result?.data, result?.validation_warnings.map(({ code, details }) => [code, details])]
  }
  assert.deepEqual(await told('repeated'), [{ n: 2 }, [['OUTPUT_KEYS_REPEATED', { paths: ['/n'] }]]])
  assert.deepEqual(await told('latin'), [{ n: 1, text: 'caf\uFFFD' }, [['OUTPUT_CHARACTERS_REPLACED', null]]])
})
