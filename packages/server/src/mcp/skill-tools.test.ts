import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from './rest.ts'
import { Refused } from './results.ts'
import { skillTool, skillTools } from './skill-tools.ts'
import { toolTable } from './table.ts'

const skills = ['good-one', 'skills_list', 'with.dots', 'n'.repeat(65)].map((id) => ({
  ...{ id, health: 'healthy', execution_modes: ['auto'] },
}))

const JobCreate = {
  type: 'object',
  properties: { skill_id: {}, input: {}, parameter: {}, engine: {}, model: {} },
  required: ['skill_id'],
}

const document = {
  info: { title: 'Good one', description: 'Is good.' },
  paths: {},
  components: {
    schemas: { JobCreate, SkillOutput: { type: 'object', properties: { next: { $ref: '#/components/schemas/SkillOutput' } } } },
  },
}

const caller: Caller = {
  project: 'default',
  refusal: () => null,
  onChange: () => () => {},
  rest: async ({ operation }) => ({
    ...{ status: 200, headers: {} },
    bytes: Buffer.from(JSON.stringify(operation === 'listSkills' ? skills : document)),
  }),
}

test('a skill whose name is taken or no name of a tool is left out, and that is said', async () => {
  const skipped: string[][] = []
  const tools = await skillTools(
    { made: new Map(), skip: (...told) => void skipped.push(told) },
    caller,
    new Set(['skills_list']),
  )
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['good-one'],
  )
  assert.deepEqual(skipped, [
    ['skills_list', 'a tool has this name'],
    ['with.dots', 'the name is not valid for a tool'],
    ['n'.repeat(65), 'the name is not valid for a tool'],
  ])
})

test('the tool of a skill says of itself what skill_run says, which does the same', async () => {
  const [tool] = await skillTools({ made: new Map(), skip() {} }, caller, new Set())
  assert.deepEqual(tool?.annotations, {
    title: 'Good one',
    ...toolTable.find(({ name }) => name === 'skill_run')?.hints,
  })
})

test('a schema that refers to itself is told with what it refers to', async () => {
  const [tool] = await skillTools({ made: new Map(), skip() {} }, caller, new Set())
  const next = { $ref: '#/$defs/SkillOutput' }
  const output = { type: 'object', properties: { next } }
  assert.deepEqual(tool?.outputSchema, { ...output, $defs: { SkillOutput: output } })
})

/** The first answer to one operation is a refusal, and those after it are as usual. */
function onceRefused(of: string, status: number, code: string): Caller {
  let left = 1
  const bytes = Buffer.from(JSON.stringify({ error: { code, message: `Because of ${code}.`, details: {} } }))
  return {
    ...caller,
    rest: async (request) => (request.operation === of && left-- > 0 ? { status, headers: {}, bytes } : caller.rest(request)),
  }
}

test('a skill that could not be told once is not taken for one that makes no tool, and it is said why', async () => {
  for (const operation of ['getSkill', 'getSkillOpenApi']) {
    const made = new Map()
    const refusing = onceRefused(operation, 503, 'DATABASE_UNAVAILABLE')
    const told = { code: 'DATABASE_UNAVAILABLE', message: 'Because of DATABASE_UNAVAILABLE.', details: {} }
    await assert.rejects(skillTool(made, refusing, 'good-one'), (error) => {
      assert.ok(error instanceof Refused)
      assert.deepEqual(error.data, told)
      return true
    })
    assert.equal((await skillTool(made, refusing, 'good-one'))?.name, 'good-one')

    const gone = onceRefused(operation, 404, 'SKILL_NOT_FOUND')
    const forgotten = new Map()
    assert.equal(await skillTool(forgotten, gone, 'good-one'), null)
    assert.equal((await skillTool(forgotten, gone, 'good-one'))?.name, 'good-one')
  }
})

test('a skill that was damaged after it was listed is left out of the tools, and that is said', async () => {
  const skipped: string[][] = []
  const deps = { made: new Map(), skip: (...told: [string, string]) => void skipped.push(told) }
  const damaged = onceRefused('getSkillOpenApi', 409, 'SKILL_DEGRADED')
  assert.deepEqual(await skillTools(deps, damaged, new Set(['skills_list', 'with.dots', 'n'.repeat(65)])), [])
  assert.deepEqual(skipped[0], ['good-one', 'Because of SKILL_DEGRADED.'])
  assert.deepEqual(
    (await skillTools(deps, damaged, new Set())).map(({ name }) => name),
    ['good-one', 'skills_list'],
  )
})
