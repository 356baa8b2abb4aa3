import { Fault } from '../lib/fault.ts'
import type { Part } from '../workspace/receive.ts'
import { invalidRequest } from './invalid-request.ts'

/** A form with the files of a skill and a few words about it, in whatever order they come. */
export interface SkillForm {
  /** To be read first, and to its end: only then all fields are there. */
  readonly files: AsyncIterable<Part>
  readonly fields: ReadonlyMap<string, string>
}

export function skillForm(parts: AsyncIterable<Part>): SkillForm {
  const fields = new Map<string, string>()
  return { files: filesIn(parts, fields), fields }
}

async function* filesIn(parts: AsyncIterable<Part>, fields: Map<string, string>): AsyncGenerator<Part> {
  let files = 0
  for await (const part of parts) {
    const isFile = part.name === 'files[]' || part.name === 'files'
    if (isFile) yield part
    else fields.set(part.name.slice(0, 64), await textOf(part))
    files += isFile ? 1 : 0
  }
  if (files === 0) throw invalidRequest('/files', 'is missing: send the files of the skill, or one zip', 'required')
}

const mostText = 16 * 1024

async function textOf({ name, content }: Part): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of content) {
    size += piece.length
    if (size > mostText) throw new Fault('PAYLOAD_TOO_LARGE', { limit_bytes: mostText, part: name.slice(0, 64) })
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** One line of at most 255 characters; undefined: nobody gave it. */
export function labelIn({ fields }: SkillForm): string | undefined {
  const label = fields.get('display_name')
  if (label === undefined || /^[^\p{Cc}]{1,255}$/u.test(label)) return label
  throw invalidRequest('/display_name', 'must be one line of 1 to 255 characters', 'pattern')
}

export function flagIn({ fields }: SkillForm, name: string): boolean {
  const flag = fields.get(name) ?? 'false'
  if (flag === 'true' || flag === 'false') return flag === 'true'
  throw invalidRequest(`/${name}`, 'must be true or false', 'enum')
}
