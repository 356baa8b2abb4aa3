import type { Answer, Interaction, InteractionKind, Question, ReplyFile } from '../domain/conversation.ts'
import { unreachable } from '../lib/unreachable.ts'
import type { Violation } from '../lib/violation.ts'
import { jsonOf } from './preview.ts'
import { shortened } from './shortened.ts'

/** In bytes, as text or as JSON. */
const longestResponse = 1024 * 1024
const mostViolations = 100

/** Why a reply does not fit its question, one for each wrong field; empty: it does. */
export function responseProblems(question: Question, response: unknown, files: readonly unknown[]): Violation[] {
  const tooLarge = sizeProblem(response)
  return tooLarge ? [tooLarge] : problemsByKind(question, response, files).slice(0, mostViolations)
}

function sizeProblem(response: unknown): Violation | null {
  const text = typeof response === 'string' ? response : jsonOf(response ?? null)
  if (text === null) return wrong('must not be nested that deeply', 'maxDepth')
  return Buffer.byteLength(text) > longestResponse ? wrong('must not be longer than 1 MiB', 'maxLength') : null
}

function problemsByKind(question: Question, response: unknown, files: readonly unknown[]): Violation[] {
  switch (question.kind) {
    case 'choose_one':
      return choiceProblems(question, response)
    case 'confirm':
    case 'risk_ack':
      return typeof response === 'boolean' ? [] : [wrong('must be true or false', 'type')]
    case 'open_text':
      return textProblems(response)
    case 'fill_fields':
      return isRecord(response) ? fieldProblems(question.requiredFields, response) : [wrong('must be an object', 'type')]
    case 'upload_files':
      return uploadProblems(response, files)
    default:
      return unreachable(question.kind)
  }
}

function choiceProblems({ options, uiHints }: Question, response: unknown): Violation[] {
  if (options.length === 0 || uiHints['allow_other'] === true) return textProblems(response)
  if (typeof response !== 'string') return [wrong('must be a text', 'type')]
  if (options.some(({ value }) => value === response)) return []
  return [wrong(shortened(`must be one of ${options.map(({ value }) => JSON.stringify(value)).join(', ')}`, 500), 'enum')]
}

function textProblems(response: unknown): Violation[] {
  if (typeof response !== 'string') return [wrong('must be a text', 'type')]
  return response.trim() === '' ? [wrong('must not be empty', 'minLength')] : []
}

function fieldProblems(required: readonly string[], fields: Readonly<Record<string, unknown>>): Violation[] {
  const missing = required.filter((name) => !Object.hasOwn(fields, name))
  return [
    ...missing.map((name) => wrong('is required', 'required', name)),
    ...Object.entries(fields).flatMap(([name, value]) => fieldProblem(name, value, required.includes(name)) ?? []),
  ]
}

function fieldProblem(name: string, value: unknown, isRequired: boolean): Violation | null {
  if (typeof value === 'object' && value !== null) return wrong('must be a text, a number, true, false or null', 'type', name)
  const isEmpty = value === null || (typeof value === 'string' && value.trim() === '')
  return isRequired && isEmpty ? wrong('must not be empty', 'minLength', name) : null
}

function uploadProblems(response: unknown, files: readonly unknown[]): Violation[] {
  const isRight = response === null || response === undefined || typeof response === 'string' || isRecord(response)
  return [
    ...(isRight ? [] : [wrong('must be null, a text or an object', 'type')]),
    ...(files.length > 0 ? [] : [{ path: '/files', message: 'must hold at least one file', keyword: 'minItems' }]),
  ]
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const wrong = (message: string, keyword: string, field?: string): Violation => ({
  path: field === undefined ? '/response' : `/response/${pointerPart(field)}`,
  message,
  keyword,
})

const pointerPart = (name: string): string => shortened(name, 200).replaceAll('~', '~0').replaceAll('/', '~1')

const policyPlace = '{{policy}}'

/**
 * What the engine is told when its question was answered: a text as it is, anything else as a sentence and JSON, and where the files
 * lie. For an answer of the runner it is the text `autoDecide`, in which a line about the policy goes when there is none.
 */
export function replyText(
  { question }: Pick<Interaction, 'id' | 'question'>,
  answer: Answer,
  folder: string,
  autoDecide: string,
): string {
  if (answer.resolution === 'auto_decide_timeout') return decideYourself(autoDecide, question.defaultDecisionPolicy)
  return [said(question.kind, answer), ...fileLines(answer.files, folder)].join('\n\n')
}

function decideYourself(text: string, policy: string | null): string {
  // By a function: a policy may hold what replacing takes for a pattern, such as $&.
  if (policy !== null) return text.replaceAll(policyPlace, () => policy).trim()
  const lines = text.split('\n').filter((line) => !line.includes(policyPlace))
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function said(kind: InteractionKind, { response, files }: Answer): string {
  if (typeof response === 'string' && response.trim() !== '') return response
  if (isNothing(response)) return files.length > 0 ? 'The person sent files and no text.' : 'The person gave an empty answer.'
  return `${sentence(kind, response)}\n\n${jsonOf(response) ?? 'null'}`
}

const isNothing = (response: unknown): boolean => response === null || response === undefined || typeof response === 'string'

function sentence(kind: InteractionKind, response: unknown): string {
  if (kind === 'risk_ack' && response === true) return 'The person knows the risk and accepts it.'
  if (kind === 'risk_ack' && response === false) return 'The person does not accept the risk. Do not take it.'
  if (response === true) return 'The person said yes.'
  if (response === false) return 'The person said no.'
  return kind === 'fill_fields' ? 'The person filled in these fields:' : 'The person answered:'
}

function fileLines(files: readonly ReplyFile[], folder: string): readonly string[] {
  if (files.length === 0) return []
  const lines = files.map(({ path, size }) => `- ${folder}/${path} (${size} ${size === 1 ? 'byte' : 'bytes'})`)
  return [`Files that came with this answer (they can be read and not changed):\n${lines.join('\n')}`]
}
