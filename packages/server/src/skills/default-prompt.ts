import type { PromptEntry } from './entrypoint.ts'
import type { SkillPackage } from './package.ts'
import type { PromptVariables } from './prompt.ts'

/** For a skill without a template: names the skill, what it is given, and where the answer goes. */
export function defaultPrompt(skill: SkillPackage, entry: PromptEntry, variables: PromptVariables): string {
  const paragraphs = [
    `Use the skill "${skill.id}" in ${variables.skill.dir}: read its SKILL.md first, then do what it says.`,
    asked(skill, variables),
    inputs(skill, variables),
    listed('Parameters:', Object.entries(variables.parameter)),
    `Work in ${variables.run_dir}. Files that belong to the answer go to ${variables.run_dir}/artifacts.`,
    answer(skill, entry, variables),
  ]
  return `${paragraphs.filter((text) => text !== '').join('\n\n')}\n`
}

/** A plain skill has no contract: what is wanted is said in the prompt of the request. */
function asked({ profile }: SkillPackage, { input }: PromptVariables): string {
  const { prompt } = input
  return profile === 'plain' && typeof prompt === 'string' ? prompt : ''
}

function inputs({ profile, inputs }: SkillPackage, { input }: PromptVariables): string {
  // A plain skill declares no files, and takes any.
  const isFile = (name: string) => !inputs.some((field) => field.name === name && field.source === 'inline')
  const given = Object.entries(input).filter(([name]) => profile !== 'plain' || name !== 'prompt')
  const inline = listed(
    'Input:',
    given.filter(([name]) => !isFile(name)),
  )
  const files = listed(
    'Input files:',
    given.filter(([name]) => isFile(name)),
  )
  return [inline, files].filter((text) => text !== '').join('\n\n')
}

const listed = (heading: string, entries: readonly (readonly [string, unknown])[]): string =>
  entries.length === 0 ? '' : [heading, ...entries.map(([name, value]) => `- ${name}: ${inOneLine(value)}`)].join('\n')

const inOneLine = (value: unknown): string => (typeof value === 'string' && !value.includes('\n') ? value : JSON.stringify(value))

function answer(
  { profile, schemaFiles, resultFile }: SkillPackage,
  { resultMode }: PromptEntry,
  variables: PromptVariables,
): string {
  const fits = profile === 'plain' ? '' : ` It must satisfy the JSON Schema in ${variables.skill.dir}/${schemaFiles.output}.`
  if (resultMode === 'file') return `Write the result as one JSON object to ${variables.run_dir}/${resultFile}.${fits}`
  return `End with the result as one JSON object and nothing around it.${fits}`
}
