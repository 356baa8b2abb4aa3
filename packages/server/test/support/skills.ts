import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { zipOf } from './zips.ts'

export interface TestSkill {
  readonly id: string
  /** What the script does, as shell or as JavaScript. */
  readonly sh?: string
  readonly js?: string
  readonly version?: string
  readonly input?: object
  readonly parameter?: object
  readonly output?: object
  readonly artifacts?: readonly object[]
  readonly runner?: object
  /** More files, or others than usual; null: not there. */
  readonly files?: Readonly<Record<string, string | null>>
}

const anyObject = { type: 'object' }

/** The schema of inputs that come in the request itself, of any type. */
export const inlineInputs = (...names: string[]): object => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { 'x-input-source': 'inline' }])),
})

/** Writes a script skill into a folder of skills. */
export function writeSkill(skills: string, skill: TestSkill): string {
  const root = join(skills, skill.id)
  for (const [path, text] of filesOf(skill)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  chmodSync(root, 0o755)
  return root
}

/** A script skill as a zip with one folder at its top. */
export const packageOf = (skill: TestSkill): Buffer =>
  zipOf(filesOf(skill).map(([path, text]) => ({ name: `${skill.id}/${path}`, data: text })))

/** The files of a script skill, by path. */
export function filesOf(skill: TestSkill): [string, string][] {
  const command = skill.js === undefined ? 'sh scripts/run.sh' : 'node scripts/run.mjs'
  const files: Record<string, string | null> = {
    'SKILL.md': `---\nname: ${skill.id}\ndescription: A skill that a test made.\n---\n\nDo what the script does.\n`,
    'assets/runner.json': JSON.stringify({
      id: skill.id,
      version: skill.version ?? '1.0.0',
      execution_modes: ['auto'],
      entrypoint: { type: 'script', script: { command } },
      schemas: {
        input: 'assets/input.schema.json',
        parameter: 'assets/parameter.schema.json',
        output: 'assets/output.schema.json',
      },
      artifacts: skill.artifacts ?? [],
      ...skill.runner,
    }),
    'assets/input.schema.json': JSON.stringify(skill.input ?? anyObject),
    'assets/parameter.schema.json': JSON.stringify(skill.parameter ?? anyObject),
    'assets/output.schema.json': JSON.stringify(skill.output ?? anyObject),
    ...(skill.js === undefined ? { 'scripts/run.sh': skill.sh ?? 'echo "{}"' } : { 'scripts/run.mjs': skill.js }),
    ...skill.files,
  }
  return Object.entries(files).flatMap(([path, text]): [string, string][] => (text === null ? [] : [[path, text]]))
}
