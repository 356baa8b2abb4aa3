import { Fault } from '../lib/fault.ts'
import { sha256 } from '../lib/hash.ts'
import { isObject, type JsonObject } from './json-file.ts'
import type { SkillPackage } from './package.ts'

/** What is wrong with a schema, or null. It is bounded in time and memory, and a bound that was hit is a SKILL_LIMIT_EXCEEDED. */
export type Compile = (schema: object, what: string) => Promise<string | null>

type Schemas = Pick<SkillPackage, 'schemas' | 'inlineSchema' | 'schemaFiles'>

/** What is wrong with the schemas of one skill. */
export type Judge = (skill: Schemas) => Promise<readonly string[]>

/** What compiling showed, by skill: most changes of a skill leave its schemas alone, and then the last verdict still holds. */
export class SchemaVerdicts {
  readonly #compile: Compile
  readonly #known = new Map<string, { readonly schemas: string; readonly problems: readonly string[] }>()

  constructor(compile: Compile) {
    this.#compile = compile
  }

  /** Null: not judged yet. */
  of({ id, schemas }: SkillPackage): readonly string[] | null {
    const known = this.#known.get(id)
    return known?.schemas === digestOf(schemas) ? known.problems : null
  }

  async judge(skill: SkillPackage): Promise<void> {
    const problems = await schemaProblems(skill, this.#compile)
    this.#known.set(skill.id, { schemas: digestOf(skill.schemas), problems })
  }

  forget(id: string): void {
    this.#known.delete(id)
  }
}

const digestOf = (schemas: object): string => sha256(JSON.stringify(schemas))

/** By file; one after another, so that requests never wait behind more than one of them. */
export async function schemaProblems({ schemas, inlineSchema, schemaFiles }: Schemas, compile: Compile): Promise<string[]> {
  const all: [file: string, schema: JsonObject][] = [
    [schemaFiles.input, schemas.input],
    [schemaFiles.input, inlineSchema],
    [schemaFiles.parameter, schemas.parameter],
    [schemaFiles.output, schemas.output],
  ]
  const problems = new Set<string>()
  for (const [file, schema] of all) {
    const problem = await compile(schema, file).catch(exceeded)
    if (problem) problems.add(`${file}: ${problem}`)
  }
  return [...problems]
}

function exceeded(error: unknown): string {
  if (!(error instanceof Fault) || error.code !== 'SKILL_LIMIT_EXCEEDED') throw error
  const isTime = isObject(error.details) && error.details['limit'] === 'time'
  return `It takes ${isTime ? 'longer' : 'more memory'} than it may, to compile or to check {} with. Simplify it.`
}
