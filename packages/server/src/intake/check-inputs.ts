import type { Bounded, Violation } from '../bounded/pool.ts'
import { Fault } from '../lib/fault.ts'
import { pathProblem } from '../lib/relative-path.ts'
import { firstViolations } from '../lib/violation.ts'
import type { SkillPackage } from '../skills/package.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** Checks parameters and the inputs that are not files. Reports every violation, not only the first. */
export async function checkInputs(
  bounded: Bounded,
  skill: SkillPackage,
  input: JsonObject,
  parameter: JsonObject,
): Promise<void> {
  const [inputs, parameters] = await Promise.all([
    bounded.check(skill.inlineSchema, inlineOf(skill, input), 'input.schema.json'),
    bounded.check(skill.schemas.parameter, parameter, 'parameter.schema.json'),
  ])
  const problems = [...misplaced(skill, input), ...below('/input', inputs), ...below('/parameter', parameters)]
  if (problems.length > 0) throw new Fault('INPUT_INVALID', { problems: firstViolations(problems) })
}

/** The value of a file input is no input value: it names a path in the upload. */
const inlineOf = ({ inputs }: SkillPackage, input: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(input).filter(([key]) => !inputs.some(({ name, source }) => name === key && source === 'file')),
  )

/** A key that is not declared, or that must be a file. */
function misplaced({ inputs }: SkillPackage, input: JsonObject): Violation[] {
  const fields = new Map(inputs.map((field) => [field.name, field]))
  return Object.keys(input).flatMap((key): Violation[] => {
    const path = `/input/${key}`
    const field = fields.get(key)
    if (!field) return [{ path, message: 'is not an input of this skill', keyword: 'additionalProperties' }]
    if (field.source === 'file' && !isPath(input[key]))
      return [
        {
          path,
          message:
            'is a file input: send it to /upload, or as a part of a multipart request; its value here can only be its path in the upload (or set "x-input-source": "inline" in the schema)',
          keyword: 'x-input-source',
        },
      ]
    return []
  })
}

const isPath = (value: unknown): boolean => typeof value === 'string' && pathProblem(value) === null

const below = (prefix: string, violations: readonly Violation[]): Violation[] =>
  violations.map((violation) => ({ ...violation, path: `${prefix}${violation.path}` }))
