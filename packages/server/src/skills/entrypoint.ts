import { pathProblem } from '../lib/relative-path.ts'
import { shellWords, splitCommand } from './command.ts'
import type { JsonObject } from './json-file.ts'
import { type Notes, objectOr, readPath } from './notes.ts'

/** What an engine is told: a file of the skill, or a text in runner.json itself. */
type Template =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'text'; readonly field: string; readonly text: string }

export interface PromptEntry {
  /** Templates for one engine each, and at most one for all others (`engine: null`); none: a default is made. */
  readonly templates: readonly { readonly engine: string | null; readonly template: Template }[]
  readonly resultMode: 'file' | 'stdout'
}

export type Entrypoint =
  | (PromptEntry & { readonly kind: 'prompt' })
  | { readonly kind: 'script'; readonly command: string }
  | (PromptEntry & { readonly kind: 'hybrid'; readonly command: string })

/** The template for an engine: its own, else the common one, else none. */
export function templateFor({ templates }: PromptEntry, engine: string): Template | null {
  const own = templates.find((one) => one.engine === engine) ?? templates.find((one) => one.engine === null)
  return own?.template ?? null
}

/** What the reading of an entry point has to know of the rest. */
interface Surroundings {
  /** Paths of the files of the skill. */
  readonly files: ReadonlySet<string>
  /** The engines the product knows; null: any name will do. */
  readonly engines: readonly string[] | null
}

/**
 * Two dialects are spoken: the one has `prompt: {template, result_file}`, the other `prompts: {common, <engine>}` and
 * `result_json_filename`. Where both are given the second is the more exact and wins.
 */
export function readEntrypoint(
  value: unknown,
  around: Surroundings,
  notes: Notes,
): { entrypoint: Entrypoint; resultFile: string } {
  const entry = objectOr(value ?? undefined, 'entrypoint', notes)
  const { type: kind = 'prompt' } = entry
  const prompt = objectOr(entry['prompt'], 'entrypoint.prompt', notes)
  const resultFile = readResultFile(entry, prompt, notes)
  if (kind === 'script') return { entrypoint: { kind, command: readScript(entry, notes) }, resultFile }
  const read = readPrompt(entry, prompt, around, notes)
  if (kind === 'hybrid') return { entrypoint: { kind, command: readScript(entry, notes), ...read }, resultFile }
  if (kind !== 'prompt') notes.problem('entrypoint.type', 'must be prompt, script or hybrid')
  return { entrypoint: { kind: 'prompt', ...read }, resultFile }
}

const readScript = (entry: JsonObject, notes: Notes): string =>
  readCommand(objectOr(entry['script'], 'entrypoint.script', notes)['command'], 'entrypoint.script.command', notes)

const resultFileByDefault = 'result/result.json'

/** Only what a child may write can be its result: everything else in the folder of a run is a record of ours. */
function readResultFile(entry: JsonObject, prompt: JsonObject, notes: Notes): string {
  const { result_json_filename: name } = entry
  const { result_file: file = resultFileByDefault } = prompt
  const [field, value] = name === undefined ? ['entrypoint.prompt.result_file', file] : ['entrypoint.result_json_filename', name]
  const path = typeof value === 'string' ? value.replace(/^\.\//, '') : ''
  const problem = pathProblem(path)
  if (problem) notes.problem(field, `must be a path inside the folder: ${problem}`)
  else if (!path.includes('/')) return `result/${path}`
  else if (/^(?:result|artifacts|tmp)\//.test(path)) return path
  else notes.problem(field, 'must lie in result/, artifacts/ or tmp/')
  return resultFileByDefault
}

function readPrompt(entry: JsonObject, prompt: JsonObject, around: Surroundings, notes: Notes): PromptEntry {
  const { result_mode: mode = 'file' } = prompt
  if (mode !== 'file' && mode !== 'stdout') notes.problem('entrypoint.prompt.result_mode', 'must be file or stdout')
  const prompts = readPrompts(objectOr(entry['prompts'], 'entrypoint.prompts', notes), around, notes)
  const path = readTemplatePath(prompt['template'], around, notes)
  const isComplete = path === null || prompts.some(({ engine }) => engine === null)
  return {
    templates: isComplete ? prompts : [...prompts, { engine: null, template: { kind: 'file', path } }],
    resultMode: mode === 'stdout' ? mode : 'file',
  }
}

function readPrompts(prompts: JsonObject, { files, engines }: Surroundings, notes: Notes): PromptEntry['templates'] {
  return Object.entries(prompts).flatMap(([name, text]) => {
    const field = `entrypoint.prompts.${name}`
    if (typeof text !== 'string' || text.trim() === '') {
      notes.problem(field, 'must be a text')
      return []
    }
    if (name !== 'common' && engines && !engines.includes(name))
      notes.warning(field, 'is for an engine that is not known here, and for no other')
    const path = text.trim().replace(/^\.\//, '')
    const template: Template = files.has(path) ? { kind: 'file', path } : { kind: 'text', field, text }
    return [{ engine: name === 'common' ? null : name, template }]
  })
}

const templateByDefault = 'assets/prompt.txt'

function readTemplatePath(value: unknown, { files }: Surroundings, notes: Notes): string | null {
  if (value === undefined || value === null) return files.has(templateByDefault) ? templateByDefault : null
  const path = readPath(value, '', 'entrypoint.prompt.template', notes)
  if (!files.has(path)) notes.problem('entrypoint.prompt.template', `names ${path}, which does not exist`)
  return path
}

export function readCommand(value: unknown, field: string, notes: Notes): string {
  if (typeof value !== 'string') {
    notes.problem(field, 'must be a command, as a text')
    return ''
  }
  const split = splitCommand(value)
  if (!split.ok) notes.problem(field, split.problem)
  const strange = split.ok ? shellWords(split.words) : []
  if (strange.length > 0)
    notes.warning(field, `holds ${strange.join(' ')}, but no shell reads it; write sh -c '…' if you need one`)
  return value
}
