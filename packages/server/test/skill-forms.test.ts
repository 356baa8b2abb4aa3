import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobAccepted, JobResult } from '@agent-skill-runner/contract/job.ts'
import type { SkillSchemas } from '@agent-skill-runner/contract/management.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import openapiTS, { astToString } from 'openapi-typescript'
import { verifies } from '../../../test/verifies.ts'
import { errorOf } from './support/answers.ts'
import { startApp } from './support/app.ts'
import { openBrowser, withoutBrowser } from './support/browser.ts'
import { formOf, send } from './support/forms.ts'
import { type Form, fill, pageOf } from './support/skill-form.ts'

/** Whatever makes a form hard to render: definitions, circles, choices, lists, defaults, formats, names. */
const nasty = {
  id: 'nasty',
  sh: 'echo "{\\"echo\\": 1, \\"tree\\": {\\"below\\": [{}]}}" > "$SKILL_RESULT_FILE"',
  input: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://example.com/schemas/input.json',
    type: 'object',
    properties: {
      who: { $ref: '#/$defs/person', description: 'Whom it is about', 'x-input-source': 'inline' },
      when: { $ref: 'dates.json', 'x-input-source': 'inline' },
      tree: { $ref: '#/$defs/node', 'x-input-source': 'inline' },
      shape: { oneOf: [{ $ref: '#/$defs/circle' }, { $ref: '#/$defs/square' }], 'x-input-source': 'inline' },
      tags: { type: 'array', items: { $ref: '#short' }, minItems: 1, uniqueItems: true, 'x-input-source': 'inline' },
      'a b/c': { enum: [1, 'two', null], default: 'two', 'x-input-source': 'inline' },
      paper: { type: 'string', description: 'Read by the script' },
    },
    required: ['who', 'tags'],
    additionalProperties: false,
    $defs: {
      person: {
        type: 'object',
        properties: { name: { $ref: '#short' }, mail: { type: 'string', format: 'email' }, age: { type: 'integer', minimum: 0 } },
        required: ['name', 'mail'],
        additionalProperties: false,
      },
      short: { $anchor: 'short', type: 'string', minLength: 1, maxLength: 20, pattern: '^[a-z]+$' },
      dates: { $id: 'dates.json', type: 'string', format: 'date', default: '2026-03-01' },
      node: {
        type: 'object',
        properties: { name: { type: 'string' }, below: { type: 'array', items: { $ref: '#/$defs/node' } } },
      },
      circle: {
        type: 'object',
        properties: { radius: { type: 'number', exclusiveMinimum: 0 } },
        required: ['radius'],
        additionalProperties: false,
      },
      square: {
        type: 'object',
        properties: { side: { type: 'number', exclusiveMinimum: 0 } },
        required: ['side'],
        additionalProperties: false,
      },
    },
  },
  parameter: {
    type: 'object',
    properties: { depth: { $ref: '#/$defs/count' }, loud: { type: 'boolean', default: false } },
    required: ['depth'],
    additionalProperties: false,
    $defs: { count: { type: 'integer', minimum: 1, maximum: 9 } },
  },
  output: {
    type: 'object',
    properties: {
      echo: {
        type: 'integer',
        description: '#/components/schemas/constructor',
        examples: [{ $ref: '#/components/schemas/JobList' }],
      },
      tree: { $ref: '#/$defs/node' },
    },
    required: ['echo'],
    $defs: { node: { type: 'object', properties: { below: { type: 'array', items: { $ref: '#/$defs/node' } } } } },
  },
}

let app: Awaited<ReturnType<typeof startApp>>
before(async () => {
  app = await startApp({ skills: [nasty] })
})
after(() => app[Symbol.asyncDispose]())

const schemasOf = async (skill: string) => (await app.get<SkillSchemas>(`/v1/management/skills/${skill}/schemas`)).body

/** Sends what a form gives, the files with it. */
async function submit({ job, files }: Form) {
  return Object.keys(files).length === 0
    ? app.post<JobAccepted>('/v1/jobs?wait=240', job)
    : send<JobAccepted>(app.url, '/v1/jobs?wait=240', formOf({ job: JSON.stringify(job), ...files }))
}

verifies(
  'management.schemas-render-forms',
  'what a form gives that was made from the schemas route alone is taken as a job',
  async () => {
    const files = { attachment_path: '# A title\n\nSome words about words.', input_file: '7\n8\n', paper: 'text' }
    for (const skill of ['demo-prime-number', 'zotero-parse-attachment', 'nasty']) {
      const form = fill(await schemasOf(skill), files)
      const { status, body } = await submit(form)
      assert.equal(status, 200, `${skill}: ${JSON.stringify([form, body])}`)
      assert.equal(body.status, 'succeeded', JSON.stringify(body))
    }
  },
)

test('a form has the fields of the schemas and nothing to look up', async () => {
  const { fields, execution_modes, effective_engines } = await schemasOf('nasty')
  assert.deepEqual(
    fields.map(({ name, part, source, required }) => [name, part, source, required]),
    [
      ['who', 'input', 'inline', true],
      ['when', 'input', 'inline', false],
      ['tree', 'input', 'inline', false],
      ['shape', 'input', 'inline', false],
      ['tags', 'input', 'inline', true],
      ['a b/c', 'input', 'inline', false],
      ['paper', 'input', 'file', false],
      ['depth', 'parameter', 'inline', true],
      ['loud', 'parameter', 'inline', false],
    ],
  )
  const byName = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]))
  assert.deepEqual(byName['when'], { type: 'string', format: 'date', default: '2026-03-01', 'x-input-source': 'inline' })
  assert.deepEqual(byName['depth'], { type: 'integer', minimum: 1, maximum: 9 })
  assert.deepEqual(byName['tree'], {
    'x-input-source': 'inline',
    $ref: '#/$defs/node',
    $defs: {
      node: {
        type: 'object',
        properties: { name: { type: 'string' }, below: { type: 'array', items: { $ref: '#/$defs/node' } } },
      },
    },
  })
  assert.equal(JSON.stringify(fields.filter(({ name }) => name !== 'tree')).includes('$ref'), false)
  assert.deepEqual(execution_modes, ['auto'])
  assert.ok(effective_engines.includes('codex'))
})

verifies(
  'management.schemas-render-forms',
  'a page with no other knowledge shows the form in a browser, and what is typed into it runs the skill',
  async () => {
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.setContent(pageOf(await schemasOf('demo-prime-number')))
    await page.type('[name="numbers"]', '[2, 3, 4]')
    const job = await page.evaluate('collect()')
    const { body } = await app.post<JobAccepted>('/v1/jobs?wait=240', job)
    assert.deepEqual(body.result?.data, {
      count: 3,
      primes: [2, 3],
      prime_count: 2,
      divisor: 10,
      divisible_count: 0,
      largest_prime: 3,
    })
  },
  { skip: withoutBrowser },
)

interface Document {
  readonly paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>>
  readonly components: { readonly schemas: Record<string, object> }
}

const documentOf = async (skill: string): Promise<Document> => (await app.get<Document>(`/v1/skills/${skill}/openapi.json`)).body

const pointer = (path: string): string => path.replaceAll('~', '~0').replaceAll('/', '~1')

/** Compiles each schema of a document, wherever it stands, and gives the one of the body of a job. */
function compile(document: Document): { job: ValidateFunction; result: ValidateFunction } {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'doc', ...document })
  for (const name of Object.keys(document.components.schemas)) ajv.compile({ $ref: `doc#/components/schemas/${name}` })
  const body = `/paths/${pointer('/v1/jobs')}/post/requestBody/content/${pointer('application/json')}/schema`
  return { job: ajv.compile({ $ref: `doc#${body}` }), result: ajv.compile({ $ref: 'doc#/components/schemas/JobResult' }) }
}

verifies(
  'management.openapi-per-skill',
  'every skill has a document that tools can read and whose schemas all compile',
  async () => {
    const skills = (await app.get<{ id: string; name: string; version: string; health: string }[]>('/v1/skills')).body
    assert.ok(skills.length >= 5)
    for (const { id, version } of skills) {
      const document = (
        await app.get<Document & { openapi: string; info: { title: string; version: string } }>(`/v1/skills/${id}/openapi.json`)
      ).body
      assert.deepEqual([document.openapi, document.info.title, document.info.version], ['3.1.0', id, version])
      compile(document)
      const types = astToString(await openapiTS(JSON.parse(JSON.stringify(document))))
      assert.match(types, /SkillParameter: /)
      assert.ok(!/"\$ref":"(?!#\/)/.test(JSON.stringify(document)), 'nothing leads out of the document')
    }
    const withFiles = await documentOf('nasty')
    assert.deepEqual(Object.keys(withFiles.paths), [
      '/v1/jobs',
      '/v1/jobs/{request_id}/upload',
      '/v1/jobs/{request_id}',
      '/v1/jobs/{request_id}/result',
    ])
    assert.deepEqual(Object.keys((await documentOf('demo-echo')).paths).includes('/v1/jobs/{request_id}/upload'), false)
    const { UploadForm } = (await documentOf('zotero-parse-attachment')).components.schemas as Record<
      string,
      { properties: object; anyOf: object[] }
    >
    assert.deepEqual(
      [Object.keys(UploadForm?.properties ?? {}), UploadForm?.anyOf],
      [
        ['attachment_path', 'file'],
        [{ required: ['file'] }, { required: ['attachment_path'] }],
      ],
    )
  },
)

const person = { name: 'ann', mail: 'ann@example.com' }
const fitting = { skill_id: 'nasty', input: { who: person, tags: ['a'] }, parameter: { depth: 2 } }
const bodies: readonly [what: string, body: object, fits: boolean][] = [
  ['all that is needed', fitting, true],
  [
    'all there is',
    {
      ...fitting,
      input: { ...fitting.input, when: '2026-03-02', tree: { below: [{ name: 'x' }] }, shape: { side: 2 }, 'a b/c': null },
    },
    true,
  ],
  ['options', { ...fitting, runtime_options: { no_cache: true, execution_mode: 'auto' } }, true],
  ['no input', { skill_id: 'nasty', parameter: { depth: 2 } }, false],
  ['no parameter', { skill_id: 'nasty', input: fitting.input }, false],
  ['another skill', { ...fitting, skill_id: 'other' }, false],
  ['a file as if it were inline', { ...fitting, input: { ...fitting.input, paper: 7 } }, false],
  ['an input that nobody knows', { ...fitting, input: { ...fitting.input, nobody: 1 } }, false],
  ['a wrong tag', { ...fitting, input: { ...fitting.input, tags: ['A'] } }, false],
  ['a tree with a wrong leaf', { ...fitting, input: { ...fitting.input, tree: { below: [{ below: [{ name: 1 }] }] } } }, false],
  ['neither circle nor square', { ...fitting, input: { ...fitting.input, shape: { radius: 1, side: 1 } } }, false],
  ['too deep', { ...fitting, parameter: { depth: 10 } }, false],
  ['a mode that the skill lacks', { ...fitting, runtime_options: { execution_mode: 'interactive' } }, false],
  ['an engine that nobody knows', { ...fitting, engine: 'abacus' }, false],
]

verifies(
  'management.openapi-per-skill',
  'a job that fits the document of its skill is taken, and one that does not is refused',
  async () => {
    const { job, result } = compile(await documentOf('nasty'))
    for (const [what, body, fits] of bodies) {
      const { status, body: answer } = await app.post<{ result: JobResult }>('/v1/jobs?wait=240', body)
      assert.deepEqual([what, job(body), status < 400], [what, fits, fits], JSON.stringify(answer))
      if (fits) assert.ok(result(answer.result), JSON.stringify(answer))
      else assert.match(errorOf(answer).code, /INVALID|UNSUPPORTED|NOT_FOUND/, what)
    }
    assert.equal(result({ ...emptyResult, data: { echo: 'no number' } }), false)
    assert.equal(result({ ...emptyResult, data: { echo: 1, tree: { below: [{ below: 7 }] } } }), false)
  },
)

const emptyResult = {
  status: 'succeeded',
  data: null,
  artifacts: [],
  normalization_level: null,
  validation_warnings: [],
  error: null,
  usage: null,
}

verifies('management.openapi-per-skill', 'document and server agree on bodies that nobody thought of', async () => {
  const { job } = compile(await documentOf('demo-prime-number'))
  const number = fc.oneof(fc.nat(100), fc.constantFrom(-1, 1.5, '3', null, 1e12))
  const body = fc.record(
    {
      skill_id: fc.constant('demo-prime-number'),
      input: fc.record(
        { numbers: fc.array(number, { maxLength: 3 }), input_file: fc.constant('x'), other: number },
        { requiredKeys: [] },
      ),
      parameter: fc.record({ divisor: number, other: number }, { requiredKeys: [] }),
      await_upload: fc.boolean(),
    },
    { requiredKeys: ['skill_id'] },
  )
  await fc.assert(
    fc.asyncProperty(body, async (asked) => {
      const { status, body: answer } = await app.post('/v1/jobs', asked)
      assert.ok([200, 400, 429].includes(status), JSON.stringify(answer))
      // Whether a file comes is not for the document of a job to say.
      const fits = status === 200 || errorOf(answer).code === 'INPUT_FILE_MISSING'
      if (status !== 429) assert.equal(job(asked), fits, JSON.stringify([asked, answer]))
    }),
    { numRuns: 60 },
  )
})
