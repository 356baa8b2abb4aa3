export type SkillKind = 'script' | 'prompt'

export const skillKinds: readonly SkillKind[] = ['script', 'prompt']

/** The files of a new skill, by their paths. It is valid and can be run as it is; docs/writing-skills.md describes each part. */
export function filesOfNewSkill(name: string, kind: SkillKind): Readonly<Record<string, string>> {
  const { instructions, runner, schemas, cases, files } = parts[kind]
  return {
    'SKILL.md': `---\nname: ${name}\ndescription: Says what this skill does, and when to use it. Change this sentence first.\n---\n\n# ${name}\n\n${instructions}`,
    'assets/runner.json': json({ id: name, version: '0.1.0', ...runner }),
    'assets/input.schema.json': json(schemas.input),
    'assets/parameter.schema.json': json(schemas.parameter),
    'assets/output.schema.json': json(schemas.output),
    'evals/evals.json': json({ skill_name: name, evals: cases }),
    ...files,
  }
}

interface Parts {
  readonly instructions: string
  readonly runner: object
  readonly schemas: { readonly input: object; readonly parameter: object; readonly output: object }
  /** docs/evals.md describes them. */
  readonly cases: readonly object[]
  readonly files: Readonly<Record<string, string>>
}

const object = (properties: Readonly<Record<string, object>>, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const text = (description: string) => ({ type: 'string', description })

const schemas = {
  input: object({ text: { ...text('The text to work on'), minLength: 1, 'x-input-source': 'inline' } }, ['text']),
  parameter: object({ limit: { type: 'integer', minimum: 1, default: 100, description: 'Maximum length of the result' } }, []),
}

const script = `import { readFileSync, writeFileSync } from 'node:fs'

const { input, parameter } = JSON.parse(readFileSync(process.env.SKILL_INPUT_FILE, 'utf8'))
const words = input.text.split(/\\s+/).filter((word) => word !== '')

// Lines on stderr are progress. An exit code other than 0 is a failure.
console.error(\`\${words.length} words\`)

const result = { words: words.length, beginning: input.text.slice(0, parameter.limit ?? 100) }
writeFileSync(process.env.SKILL_RESULT_FILE, JSON.stringify(result))
`

const parts: Readonly<Record<SkillKind, Parts>> = {
  script: {
    instructions:
      'Run `node scripts/run.mjs`. It reads input and parameters from `$SKILL_INPUT_FILE` and writes the result to `$SKILL_RESULT_FILE`.\n',
    runner: {
      execution_modes: ['auto'],
      entrypoint: { type: 'script', script: { command: 'node scripts/run.mjs' } },
      automation: { timeout_sec: 60, network: 'off' },
    },
    schemas: {
      ...schemas,
      output: object({ words: { type: 'integer', minimum: 0 }, beginning: { type: 'string' } }, ['words', 'beginning']),
    },
    cases: [
      {
        id: 'one-sentence',
        prompt: 'How many words are in "One two three"?',
        input: { text: 'One two three' },
        expected_data: { words: 3, beginning: 'One two three' },
      },
      {
        id: 'limited',
        prompt: 'The first three letters of "One two three"',
        input: { text: 'One two three' },
        parameter: { limit: 3 },
        expected_data_schema: { properties: { beginning: { const: 'One' } } },
      },
    ],
    files: { 'scripts/run.mjs': script },
  },
  prompt: {
    instructions: 'Summarize the text of the input in one sentence, in the language of the text.\n',
    runner: { execution_modes: ['auto'], entrypoint: { type: 'prompt' } },
    schemas: { ...schemas, output: object({ summary: text('One sentence') }, ['summary']) },
    cases: [
      {
        id: 'one-sentence',
        prompt: 'Summarize a text about bees.',
        input: { text: 'Bees visit flowers. Flowers feed bees. Some of them do so at night.' },
        expected_data_schema: { properties: { summary: { pattern: '[Bb]ees' } } },
        expectations: ['The summary is one sentence.', 'The summary says that bees visit flowers.'],
      },
    ],
    files: {},
  },
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`
