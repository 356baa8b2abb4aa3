import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { validate } from '../support/packages.ts'
import { packageOf, type TestSkill } from '../support/skills.ts'

const writes = (id: string, result: object, output: object): TestSkill => ({
  id,
  output: { type: 'object', ...output },
  sh: `printf '%s' '${JSON.stringify(result)}' > "$SKILL_RESULT_FILE"`,
})

verifies('judges.json-schema-suite', 'validate rejects a keyword that would be judged wrongly, by its name', async () => {
  await using app = await startApp()
  const problemsOf = async (output: object) => {
    const { valid, problems } = (await validate(app, packageOf(writes('odd', {}, output)))).body
    return [valid, problems.map(({ message }) => message)]
  }
  const list = { properties: { a: { contains: { const: 1 }, unevaluatedItems: false } } }
  assert.deepEqual(await problemsOf(list), [
    false,
    ['assets/output.schema.json: unevaluatedItems beside contains is not supported. Use items or prefixItems.'],
  ])
})

verifies('judges.json-schema-suite', 'a result is judged as the dialect of its schema says', async () => {
  const draft07 = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    properties: { a: { $ref: '#/definitions/list', maxItems: 1 } },
    definitions: { list: { type: 'array' } },
  }
  const urn = {
    $id: 'urn:example:root',
    properties: { a: { $ref: 'urn:example:root#/$defs/n' } },
    $defs: { n: { $ref: '#/$defs/m' }, m: { type: 'integer' } },
  }
  await using app = await startApp({
    skills: [
      writes('ref-alone', { a: [1, 2] }, draft07),
      writes('urn-fits', { a: 1 }, urn),
      writes('urn-fails', { a: 'x' }, urn),
    ],
  })
  const endOf = async (id: string) => {
    const { result } = await app.run(id)
    return result?.error?.code ?? result?.data
  }
  assert.deepEqual(await endOf('ref-alone'), { a: [1, 2] })
  assert.deepEqual(await endOf('urn-fits'), { a: 1 })
  assert.equal(await endOf('urn-fails'), 'SCHEMA_VALIDATION_FAILED')
})
