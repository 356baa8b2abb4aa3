import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { doneMarker } from '../domain/done-marker.ts'
import { codeOf } from '../lib/thrown.ts'
import type { DeclaredArtifact } from './artifacts.ts'
import type { PromptEntry } from './entrypoint.ts'
import { fillText, placeholdersIn } from './fill-text.ts'
import type { SkillPackage } from './package.ts'
import type { PromptVariables } from './prompt.ts'

/** What agents are told besides their skill; each is a Markdown file beside this one. */
export interface PatchTexts {
  readonly artifacts: string
  readonly completion: Readonly<Record<PatchFacts['resultMode'], string>>
  readonly mode: Readonly<Record<PatchFacts['mode'], string>>
  /** In the place of an answer, when nobody gave one in time. */
  readonly autoDecide: string
  /** When the output does not satisfy the schema. */
  readonly repair: string
}

/** What the texts are filled with. Paths are those that the agent will see. */
export interface PatchFacts {
  readonly mode: 'auto' | 'interactive'
  readonly resultMode: PromptEntry['resultMode']
  readonly workspace: string
  /** Below the workspace. */
  readonly resultFile: string
  /** Null: any object will do. */
  readonly outputSchema: string | null
  readonly required: readonly Pick<DeclaredArtifact, 'role' | 'pattern'>[]
  /** The engine itself is held to the schema, so its last message has no room for a marker. */
  readonly hasNativeSchema: boolean
}

/** For the start. Throws when a text is missing, empty or cannot be filled in, and names each that is. */
export async function loadPatchTexts(folder = join(import.meta.dirname, 'patch')): Promise<PatchTexts> {
  const problems: string[] = []
  const read = async (name: string, fillable: readonly string[] = Object.keys(placeholders)): Promise<string> => {
    const path = join(folder, name)
    const text = await readFile(path, 'utf8').catch(
      (error: unknown) => void problems.push(`${path} is missing (${codeOf(error)})`),
    )
    const problem = text === undefined ? null : textProblem(text, fillable)
    if (problem !== null) problems.push(`${path} ${problem}`)
    return text?.replaceAll('\r\n', '\n').trim() ?? ''
  }
  const texts: PatchTexts = {
    artifacts: await read('artifacts.md'),
    autoDecide: await read('auto-decide.md', ['policy']),
    completion: { file: await read('completion-file.md'), stdout: await read('completion-message.md') },
    mode: { auto: await read('mode-auto.md'), interactive: await read('mode-interactive.md') },
    repair: await read('repair.md', ['violations', 'result_place', 'output_schema']),
  }
  if (problems.length > 0) throw new Error(`The texts that agents are told are not complete: ${problems.join('; ')}.`)
  return texts
}

function textProblem(text: string, fillable: readonly string[]): string | null {
  if (text.trim() === '') return 'is empty'
  const strange = placeholdersIn(text).filter((name) => !fillable.includes(name))
  return strange.length === 0 ? null : `holds {{${strange[0]}}}, which nothing is known to fill`
}

/** From the same variables as the prompt, so that both name the same places. */
export function patchFacts(
  skill: SkillPackage,
  { resultMode }: PromptEntry,
  mode: PatchFacts['mode'],
  { run_dir: workspace, skill: { dir } }: PromptVariables,
  hasNativeSchema: boolean,
): PatchFacts {
  const outputSchema = skill.profile === 'plain' ? null : `${dir}/${skill.schemaFiles.output}`
  const required = skill.artifacts.filter((artifact) => artifact.required)
  return { mode, resultMode, workspace, resultFile: skill.resultFile, outputSchema, required, hasNativeSchema }
}

/**
 * SKILL.md with one section at its end that says how this run works; all that the skill says itself stays as it is. Sections
 * that end the file already are ours, from before, and make room. A mark anywhere else is the skill's own text.
 */
export function patchSkill(skillMd: string, facts: PatchFacts, texts: PatchTexts): string {
  const own = withoutSections(skillMd)
  const lineEnd = /\r?\n/.exec(own)?.[0] ?? '\n'
  return own + `\n\n${sectionOf(facts, texts)}\n`.replaceAll('\n', lineEnd)
}

const opening = '<!-- agent-skill-runner: run contract -->'
// It tells how long the section is, so that nothing of the skill's own is ever taken for a part of it.
const closing = (lines: number): string => `<!-- /agent-skill-runner: run contract, ${lines} lines -->`
const closed = /^<!-- \/agent-skill-runner: run contract, (\d{1,6}) lines -->\r?$/

function sectionOf(facts: PatchFacts, { artifacts, completion, mode }: PatchTexts): string {
  const texts = [artifacts, completion[facts.resultMode], mode[facts.mode]]
  const lines = [opening, ...texts.flatMap((text) => ['', ...filled(text, facts).split('\n')]), '']
  return [...lines, closing(lines.length + 1)].join('\n')
}

const filled = (text: string, facts: PatchFacts): string => fillText(text, (name) => placeholders[name]?.(facts) ?? null)

const placeholders: Readonly<Record<string, (facts: PatchFacts) => string | null>> = {
  workspace: ({ workspace }) => quoted(workspace),
  artifacts_dir: ({ workspace }) => quoted(`${workspace}/artifacts`),
  result_dir: ({ workspace }) => quoted(`${workspace}/result`),
  tmp_dir: ({ workspace }) => quoted(`${workspace}/tmp`),
  uploads_dir: ({ workspace }) => quoted(`${workspace}/uploads`),
  replies_dir: ({ workspace }) => quoted(`${workspace}/replies`),
  result_file: ({ workspace, resultFile }) => quoted(`${workspace}/${resultFile}`),
  output_schema: ({ outputSchema }) => outputSchema && quoted(outputSchema),
  required_artifacts: ({ workspace, required }) =>
    required.map(({ role, pattern }) => `- ${quoted(`${workspace}/artifacts/${pattern}`)} (role ${quoted(role)})`).join('\n') ||
    null,
  done_marker: ({ hasNativeSchema }) => (hasNativeSchema ? null : doneMarker),
}

/** Always within one line, whatever a skill calls its files. */
const quoted = (value: string): string => (/[\p{Cc}`]/u.test(value) ? JSON.stringify(value) : `\`${value}\``)

function withoutSections(text: string): string {
  let own = text
  for (let start = lastSection(own); start !== null; start = lastSection(own)) own = withoutSeparator(own.slice(0, start))
  return own
}

/** Where the section begins that a text ends with; null: it ends with none. */
function lastSection(text: string): number | null {
  const end = text.endsWith('\n') ? text.length - 1 : text.length
  let start = startOfLine(text, end)
  const count = Number(closed.exec(text.slice(start, end))?.[1] ?? 0)
  let lines = 1
  for (; lines < count && start > 0; lines++) start = startOfLine(text, start - 1)
  const isOurs = lines === count && text.slice(start, text.indexOf('\n', start)).trimEnd() === opening
  return isOurs ? start : null
}

const startOfLine = (text: string, end: number): number => (end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1)

function withoutSeparator(text: string): string {
  const separator = ['\r\n\r\n', '\n\n'].find((one) => text.endsWith(one)) ?? ''
  return text.slice(0, text.length - separator.length)
}
