import { type Document, isScalar, parseDocument } from 'yaml'
import { messageOf } from '../lib/thrown.ts'
import { fieldsByLine, firstParagraph, looseHead } from './loose-front-matter.ts'
import { wholeVersion } from './whole-version.ts'

export interface FrontMatter {
  readonly name: string
  readonly description: string
  /** Of a plain skill, which has no other place for it; null: it names none, or none that could be read as one. */
  readonly version: string | null
}

export interface FrontMatterRules {
  /** The name of the folder. */
  readonly id: string
  /** Whatever the Agent Skills specification says has to hold. */
  readonly isStrict: boolean
}

// 64 KiB of hostile YAML held the event loop for 0.9 s, 16 KiB for 60 ms; the longest honest front matter is about 8 KiB.
const longest = 16 * 1024

type Note = (sentence: string) => void

/**
 * The head of SKILL.md, by the rules of the Agent Skills specification. A key that the specification does not know is passed over, and a
 * value in `metadata` that is no text is a warning. Where the rules are not strict, whatever can be shown at all will do, and all
 * that breaks a rule is a warning: of 61,000 skills in public repositories one in three broke at least one.
 */
export function readFrontMatter(text: string, rules: FrontMatterRules, note: Note, warn: Note): FrontMatter | null {
  const { fields, body, version } = rules.isStrict ? readStrictly(text, note) : readLoosely(text, warn)
  if (!fields) return null
  const complain = rules.isStrict ? note : warn
  const name = nameIn(fields, rules, complain)
  const description = rules.isStrict ? descriptionIn(fields, note) : anyDescription(fields, body, note, warn)
  checkOthers(fields, complain, warn)
  if (name === null || description === null) return null
  return { name, description, version: rules.isStrict || version === null ? null : versionOf(version, warn) }
}

function versionOf(text: string, warn: Note): string | null {
  const version = wholeVersion(text)
  if (version === null) warn(`SKILL.md: version ${JSON.stringify(text)} is not a version such as 1.2.0; 0.0.0 is used.`)
  return version
}

type Fields = ReadonlyMap<string, unknown>
interface Head {
  /** Null: there are none, and it was said why. */
  readonly fields: Fields | null
  readonly body: string
  /** As it is written; null: there is none. */
  readonly version: string | null
}

interface Parsed {
  readonly fields: Fields
  readonly version: string | null
}

const misplaced = `SKILL.md must begin with front matter between two lines of ---, of ${longest / 1024} KiB at most`

function readStrictly(text: string, note: Note): Head {
  const head = headOf(text)
  if (head === null) note(`${misplaced}.`)
  const parsed = head === null ? null : parseYaml(head, (problem) => note(`SKILL.md: the front matter ${problem}.`))
  return { fields: parsed?.fields ?? null, version: parsed?.version ?? null, body: '' }
}

/** Other agents take a front matter that is no YAML, has no end, or is not there: so it is read line by line, or passed over. */
function readLoosely(text: string, warn: Note): Head {
  const head = headOf(text)
  const byLine = head ?? looseHead(text, longest)
  const body = text.slice(text.indexOf(byLine ?? '') + (byLine ?? '').length).slice(0, longest)
  if (head === null) warn(`${misplaced}; ${byLine === null ? 'there is none' : 'what stands there was read line by line'}.`)
  const yaml =
    head === null
      ? null
      : parseYaml(head, (problem) => warn(`SKILL.md: the front matter ${problem}; name and description were read line by line.`))
  return { fields: yaml?.fields ?? fieldsByLine(byLine ?? ''), version: yaml?.version ?? null, body }
}

function headOf(text: string): string | null {
  const head = /^\ufeff?---[ \t]*\r?\n((?:.*?\n)??)---[ \t]*(?:\r?\n|$)/s.exec(text.slice(0, longest + 16))?.[1]
  return head === undefined || head.length > longest ? null : head
}

function parseYaml(head: string, say: Note): Parsed | null {
  try {
    const document = parseDocument(head, { uniqueKeys: true, stringKeys: true, logLevel: 'error' })
    const [problem] = document.errors
    if (problem) throw problem
    const fields: unknown = document.toJS({ maxAliasCount: 0, mapAsMap: true })
    if (fields instanceof Map) return { fields, version: versionIn(document) }
    say('must be a list of fields')
  } catch (error) {
    say(`is not valid YAML: ${firstLine(error)}`)
  }
  return null
}

/** Where the specification shows it, or where most skills have it. As it was written: the number 1.10 would be 1.1. */
function versionIn(document: Document): string | null {
  const [version = null] = [['metadata', 'version'], ['version']].flatMap((path) => {
    const node = document.hasIn(path) ? document.getIn(path, true) : null
    return isScalar(node) ? [typeof node.value === 'string' ? node.value : (node.source ?? '')] : []
  })
  return version
}

const firstLine = (error: unknown): string => (messageOf(error).split('\n')[0] ?? '').replace(/[.:]$/, '')

/** The name of the folder is what counts: a skill is asked for by it. */
function nameIn(fields: Fields, { id, isStrict }: FrontMatterRules, complain: Note): string | null {
  const name = textOf(fields.get('name'), mostName)
  const problem = nameProblem(name, id)
  if (problem) complain(`SKILL.md: name ${problem}${isStrict ? '' : `; ${JSON.stringify(id)} is used`}.`)
  return isStrict ? name : id
}

const mostName = 64

function nameProblem(name: string | null, id: string): string | null {
  if (name === null) return `must be a text of 1 to ${mostName} characters`
  if (!isName(name)) return 'may hold lower-case letters, digits and single hyphens between them'
  return name === id ? null : `must be ${JSON.stringify(id)}, the name of the folder`
}

/** What the specification calls a name. */
export const isName = (text: string): boolean => text.length <= mostName && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)

const mostDescription = 1024
const badDescription = `SKILL.md: description must be a text of 1 to ${mostDescription} characters`

function descriptionIn(fields: Fields, note: Note): string | null {
  const description = textOf(fields.get('description'), mostDescription)
  if (description === null) note(`${badDescription}.`)
  return description
}

function anyDescription(fields: Fields, body: string, note: Note, warn: Note): string | null {
  const description = textOf(fields.get('description'), longest)
  const paragraph = description === null ? firstParagraph(body).slice(0, mostDescription) : ''
  if (description === null && paragraph === '') note(`${badDescription}.`)
  else if (description === null) warn(`${badDescription}; the first paragraph is used.`)
  else if (textOf(description, mostDescription) === null) warn(`${badDescription}; it is longer, and used in full.`)
  return description ?? (paragraph || null)
}

function checkOthers(fields: Fields, complain: Note, warn: Note): void {
  const say = (field: string, problem: string) => complain(`SKILL.md: ${field} ${problem}.`)
  if (fields.has('compatibility') && textOf(fields.get('compatibility'), 500) === null)
    say('compatibility', 'must be a text of 1 to 500 characters')
  if (fields.has('license') && textOf(fields.get('license'), 1024) === null) say('license', 'must be a text')
  const metadata = fields.get('metadata') ?? new Map()
  if (!(metadata instanceof Map)) say('metadata', 'must map texts to texts')
  else if (!isTextMap(metadata)) warn('SKILL.md: metadata must map texts to texts; values of other kinds are passed over.')
  if (fields.has('allowed-tools') && !isTexts(fields.get('allowed-tools')))
    say('allowed-tools', 'must be a text or a list of texts')
}

function textOf(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null
  const length = [...value.trim()].length
  return length >= 1 && length <= most ? value.trim() : null
}

const isTextMap = (map: Map<unknown, unknown>): boolean => [...map.values()].every((one) => typeof one === 'string')
const isTexts = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'))
