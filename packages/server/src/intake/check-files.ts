import type { Bounded } from '../bounded/pool.ts'
import { placesInUpload } from '../domain/input-file.ts'
import { Fault } from '../lib/fault.ts'
import { type InputField, judgesTogether } from '../skills/inputs.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { InputFile } from '../workspace/upload-file.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** Whether a run could start with these files: every one that is required or named in the input is there, and what the schema says of several inputs at once holds. */
export async function checkFiles(
  bounded: Bounded,
  skill: SkillPackage,
  input: JsonObject,
  files: readonly InputFile[],
): Promise<void> {
  const paths = new Set(files.map(({ path }) => path))
  const fields = fileInputs(skill)
  const isThere = (name: string) => placesInUpload(input, name).some((path) => paths.has(path))
  const isExpected = ({ name, required }: InputField) => required || Object.hasOwn(input, name)
  const missing = fields.filter((field) => isExpected(field) && !isThere(field.name)).map(({ name }) => name)
  // Lists the received names too, so that a misspelling is obvious.
  if (missing.length > 0) throw new Fault('INPUT_FILE_MISSING', { missing, received: [...paths].slice(0, 100) })
  if (fields.length === 0 || !judgesTogether(skill.schemas.input)) return
  const there = fields.map(({ name }) => name).filter(isThere)
  const inline = Object.entries(input).filter(([key]) => !fields.some(({ name }) => name === key))
  const whole = { ...Object.fromEntries(inline), ...Object.fromEntries(there.map((name) => [name, `uploads/${name}`])) }
  const violations = await bounded.check(skill.schemas.input, whole, 'input.schema.json')
  // The schema of a file input is skipped: its value is a path that is not known yet and that the caller did not choose.
  const real = violations.filter(({ path }) => !there.some((name) => path === `/${name}` || path.startsWith(`/${name}/`)))
  const problems = real.map((violation) => ({ ...violation, path: `/input${violation.path}` }))
  if (problems.length > 0) throw new Fault('INPUT_INVALID', { problems })
}

/**
 * Whether a job waits for an upload. Clients create a job and then upload its files, so every declared file is waited for, unless the
 * request says otherwise, or its caller waits for the result and no required file is missing.
 */
export function mustAwait(skill: Pick<SkillPackage, 'inputs'>, asked: boolean | undefined, callerWaits: boolean): boolean {
  if (asked !== undefined) return asked
  return callerWaits ? fileInputs(skill).some(({ required }) => required) : fileInputs(skill).length > 0
}

export const fileInputs = ({ inputs }: Pick<SkillPackage, 'inputs'>) => inputs.filter(({ source }) => source === 'file')
