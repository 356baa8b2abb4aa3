import { parseDocument } from 'yaml'
import { messageOf } from '../lib/thrown.ts'

export interface FrontMatter {
  readonly name: string
  readonly description: string
}

// 64 KiB of hostile YAML held the event loop for 0.9 s, 16 KiB for 60 ms; the longest honest front matter is about 3 KiB.
const longest = 16 * 1024

/**
 * The head of SKILL.md, by the rules of the Agent Skills specification. What we read or show has to be right. Two things are
 * taken although they are not: a key that the specification does not know (nothing is said), and a value in `metadata` that is
 * no text (a warning), because so many skills have them and nothing here depends on either.
 */
export function readFrontMatter(text: string, note: Note, warn: Note): FrontMatter | null {
  const head = /^\ufeff?---[ \t]*\r?\n((?:.*?\n)??)---[ \t]*(?:\r?\n|$)/s.exec(text.slice(0, longest + 16))?.[1]
  if (head === undefined || head.length > longest) {
    note(`SKILL.md must begin with front matter between two lines of ---, of ${longest / 1024} KiB at most.`)
    return null
  }
  const fields = parseYaml(head, note)
  return fields && checkFields(fields, note, warn)
}

type Note = (sentence: string) => void

function parseYaml(head: string, note: Note): Map<string, unknown> | null {
  try {
    const document = parseDocument(head, { uniqueKeys: true, stringKeys: true, logLevel: 'silent' })
    const [problem] = document.errors
    if (problem) throw problem
    const fields: unknown = document.toJS({ maxAliasCount: 0, mapAsMap: true })
    if (fields instanceof Map) return fields
    note('SKILL.md: the front matter must be a list of fields.')
  } catch (error) {
    note(`SKILL.md: the front matter is not valid YAML: ${firstLine(error)}`)
  }
  return null
}

const firstLine = (error: unknown): string => messageOf(error).split('\n')[0] ?? ''

function checkFields(fields: Map<string, unknown>, note: Note, warn: Note): FrontMatter | null {
  const say = (field: string, problem: string) => note(`SKILL.md: ${field} ${problem}.`)
  const name = textOf(fields.get('name'), 64)
  if (name === null) say('name', 'must be a text of 1 to 64 characters')
  else if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))
    say('name', 'may hold lower-case letters, digits and single hyphens between them')
  const description = textOf(fields.get('description'), 1024)
  if (description === null) say('description', 'must be a text of 1 to 1024 characters')
  if (fields.has('compatibility') && textOf(fields.get('compatibility'), 500) === null)
    say('compatibility', 'must be a text of 1 to 500 characters')
  if (fields.has('license') && textOf(fields.get('license'), 1024) === null) say('license', 'must be a text')
  const metadata = fields.get('metadata') ?? new Map()
  if (!(metadata instanceof Map)) say('metadata', 'must map texts to texts')
  else if (!isTextMap(metadata)) warn('SKILL.md: metadata must map texts to texts; values of other kinds are passed over.')
  if (fields.has('allowed-tools') && !isTexts(fields.get('allowed-tools')))
    say('allowed-tools', 'must be a text or a list of texts')
  return name === null || description === null ? null : { name, description }
}

function textOf(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null
  const length = [...value.trim()].length
  return length >= 1 && length <= most ? value.trim() : null
}

const isTextMap = (map: Map<unknown, unknown>): boolean => [...map.values()].every((one) => typeof one === 'string')
const isTexts = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'))
