import { Fault } from '../lib/fault.ts'
import { isTooDeep } from '../lib/json-depth.ts'
import { defaultPrompt } from './default-prompt.ts'
import { type PromptEntry, templateFor } from './entrypoint.ts'
import { openListed } from './files.ts'
import type { JsonObject } from './json-file.ts'
import type { SkillPackage } from './package.ts'
import { isTemplate, renderTexts } from './render-texts.ts'

/** What a template may use. Paths are those that the engine will see. */
export interface PromptVariables extends JsonObject {
  readonly input: JsonObject
  readonly parameter: JsonObject
  readonly skill: {
    readonly id: string
    readonly version: string
    readonly name: string
    readonly description: string
    readonly dir: string
  }
  readonly run_dir: string
  /** What people answered so far, oldest first; absent: there is no conversation. */
  readonly replies?: readonly unknown[]
}

/** A template and what to call it when something is wrong with it. */
interface NamedTemplate {
  readonly what: string
  readonly text: string
}

/** Where it can harm nobody: nobody knows what a template does before it has done it. */
export interface Renderer {
  render(templates: readonly string[], variables: PromptVariables, what: string): Promise<readonly string[]>
}

/** What an engine is told: the first template that is there for it, filled in, else a text of our own. */
export async function makePrompt(
  renderer: Renderer,
  skill: SkillPackage,
  entry: PromptEntry,
  engine: string,
  variables: PromptVariables,
): Promise<string> {
  const template = await readTemplate(skill, entry, engine)
  if (!template) return defaultPrompt(skill, entry, variables)
  if (!isTemplate(template.text)) return template.text
  const [prompt = ''] = await renderer.render([template.text], variables, template.what)
  return prompt
}

/** A JSON file of the skill with every text in it rendered, as JSON again. */
export async function renderScript(
  renderer: Renderer,
  skill: SkillPackage,
  path: string,
  variables: PromptVariables,
): Promise<string> {
  const text = await readSkillText(skill, path)
  const read = isTooDeep(text) ? null : parsed(text)
  if (!read) throw degraded(skill, `${path} is not valid JSON.`)
  return JSON.stringify(await renderTexts((templates) => renderer.render(templates, variables, path), read.value))
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

async function readTemplate(skill: SkillPackage, entry: PromptEntry, engine: string): Promise<NamedTemplate | null> {
  const template = templateFor(entry, engine)
  if (!template) return null
  if (template.kind === 'text') return { what: `assets/runner.json: ${template.field}`, text: template.text }
  return { what: template.path, text: await readSkillText(skill, template.path) }
}

const mostText = 1024 * 1024

/** A small text of a skill. */
async function readSkillText(skill: SkillPackage, path: string): Promise<string> {
  // As if it were a link: those are followed, and only inside.
  const opened = await openListed(skill.root, { kind: 'link', path, target: '' })
  if (!opened.ok) throw degraded(skill, `${path} is missing (${opened.why}).`)
  await using file = opened.file
  const { size } = await file.stat()
  if (size <= mostText) return file.readFile('utf8')
  throw degraded(skill, `${path} is larger than ${mostText / 1024} KiB.`)
}

const degraded = ({ id }: SkillPackage, problem: string): Fault =>
  new Fault('SKILL_DEGRADED', { skill_id: id, problems: [problem] })
