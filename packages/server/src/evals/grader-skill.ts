import { join } from 'node:path'
import type { Wish } from '../domain/job.ts'
import { readSkill, type SkillPackage } from '../skills/package.ts'
import type { EvalsDeps } from './deps.ts'
import type { Asked } from './statements.ts'

/** Not among the skills of the server: nobody can install another in its place and judge as it likes. */
const folder = join(import.meta.dirname, 'grade-expectations')

export async function graderSkill({ packageCheck }: Pick<EvalsDeps, 'packageCheck'>): Promise<SkillPackage> {
  const read = await readSkill(folder, { ...packageCheck, builtIn: true })
  if (!read.ok) throw new Error(`The skill that grades is invalid: ${read.problems.join(' ')}`)
  return read.skill
}

export interface Evidence {
  readonly task: string
  readonly statements: readonly Asked[]
  /** As JSON text. */
  readonly output: string
  readonly artifacts: readonly { readonly path: string; readonly size: number; readonly text: string | null }[]
}

export const gradingWish = (engine: string, { task, statements, output, artifacts }: Evidence): Wish => ({
  engine,
  input: { task, statements: [...statements], output, artifacts: [...artifacts] },
  runtime_options: { no_cache: true },
})

/** To find out before the first run whether anybody could grade. */
export const sampleWish = (engine: string): Wish =>
  gradingWish(engine, { task: '', statements: [{ id: 1, text: 'The output is empty.' }], output: '{}', artifacts: [] })
