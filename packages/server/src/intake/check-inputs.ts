import type { Bounded, Violation } from '../bounded/pool.ts'
import { Fault } from '../lib/fault.ts'
import type { SkillPackage } from '../skills/package.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** What the request itself brings: parameters, and the inputs that are not files. Every violation is told, not the first only. */
export async function checkInputs(
  bounded: Bounded,
  skill: SkillPackage,
  input: JsonObject,
  parameter: JsonObject,
): Promise<void> {
  const [inputs, parameters] = await Promise.all([
    bounded.check(skill.inlineSchema, input, 'input.schema.json'),
    bounded.check(skill.schemas.parameter, parameter, 'parameter.schema.json'),
  ])
  const problems = [...misplaced(skill, input), ...below('/input', inputs), ...below('/parameter', parameters)]
  if (problems.length > 0) throw new Fault('INPUT_INVALID', { problems })
}

/** A key that nothing declares, or that has to come as a file. */
function misplaced({ inputs }: SkillPackage, input: JsonObject): Violation[] {
  const fields = new Map(inputs.map((field) => [field.name, field]))
  return Object.keys(input).flatMap((key): Violation[] => {
    const path = `/input/${key}`
    const field = fields.get(key)
    if (!field) return [{ path, message: 'is not an input of this skill', keyword: 'additionalProperties' }]
    if (field.source === 'file')
      return [
        {
          path,
          message:
            'is a file input: send it to /upload, or as a part of a multipart request (or set "x-input-source": "inline" in the schema)',
          keyword: 'x-input-source',
        },
      ]
    return []
  })
}

const below = (prefix: string, violations: readonly Violation[]): Violation[] =>
  violations.map((violation) => ({ ...violation, path: `${prefix}${violation.path}` }))
