import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from './rest.ts'
import { skillTools } from './skill-tools.ts'
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
