import { type Static, Type } from 'typebox'
import { Anything, open } from './shared.ts'

const JsonObject = Type.Record(Type.String(), Type.Unknown())
const Path = Type.String({ minLength: 1, maxLength: 1024, description: 'Relative to the folder of the skill' })
const Statements = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), { maxItems: 50, description }))

/** At least one of path, pattern and role says which files are meant; the rest holds for each of them. */
export const ExpectedArtifact = open(
  {
    path: Type.Optional(Type.String({ minLength: 1, maxLength: 1024, description: 'Relative to artifacts/' })),
    pattern: Type.Optional(Type.String({ minLength: 1, maxLength: 240, description: 'A glob, relative to artifacts/' })),
    role: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    sha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    size: Type.Optional(Type.Integer({ minimum: 0, description: 'Bytes' })),
    min_size: Type.Optional(Type.Integer({ minimum: 0, description: 'Bytes' })),
    max_size: Type.Optional(Type.Integer({ minimum: 0, description: 'Bytes' })),
  },
  { $id: 'ExpectedArtifact' },
)

export const EvalsFileCase = open(
  {
    id: Type.Union([Type.String({ minLength: 1, maxLength: 128 }), Type.Integer()], { description: 'Unique in the file' }),
    prompt: Type.Optional(Type.String({ maxLength: 100_000, description: 'What a person would ask' })),
    input: Type.Optional(JsonObject),
    parameter: Type.Optional(JsonObject),
    files: Type.Optional(
      Type.Union([Type.Array(Path, { maxItems: 50 }), Type.Record(Type.String(), Path)], {
        description: 'Input files: a list, or an object by the names of the inputs',
      }),
    ),
    replies: Type.Optional(
      Type.Array(Anything, { maxItems: 50, description: 'Replies to the questions of an interactive skill, in their order' }),
    ),
    engines: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 20 })),
    repetitions: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    expected_output: Type.Optional(Type.String({ maxLength: 10_000, description: 'In words; a grader judges it' })),
    expected_data: Type.Optional(Type.Unknown({ description: 'The whole result, as a value' })),
    expected_data_schema: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema of the result' })),
    expected_artifacts: Type.Optional(
      Type.Array(Type.Union([Type.String({ minLength: 1, maxLength: 240 }), ExpectedArtifact]), { maxItems: 50 }),
    ),
    expectations: Statements('Statements about the output; a grader judges them'),
    assertions: Statements('Another word for expectations'),
  },
  { $id: 'EvalsFileCase' },
)

/** `evals/evals.json` of a skill: the layout of public skills, and what a contract adds that a program can check. */
export const EvalsFile = open(
  {
    skill_name: Type.Optional(Type.String()),
    evals: Type.Array(EvalsFileCase, { minItems: 1, maxItems: 200 }),
  },
  { $id: 'EvalsFile', description: 'evals/evals.json of a skill: its test cases (docs/evals.md)' },
)

export type EvalsFile = Static<typeof EvalsFile>
export type EvalsFileCase = Static<typeof EvalsFileCase>
export type ExpectedArtifact = Static<typeof ExpectedArtifact>
