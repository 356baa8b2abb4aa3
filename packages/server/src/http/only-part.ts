import type { Part } from '../workspace/receive.ts'
import { invalidRequest } from './invalid-request.ts'

/** The bytes of a form that has one part and no other. */
export async function* onlyPart(parts: AsyncIterable<Part>, name: string): AsyncGenerator<Buffer> {
  yield* (await onlyFile(parts, name)).content
}

/** The same with its file name. That none follows is known, and a fault if one does, when its content was read. */
export async function onlyFile(parts: AsyncIterable<Part>, name: string): Promise<Part> {
  const arriving = parts[Symbol.asyncIterator]()
  const { done, value: part } = await arriving.next()
  if (done) throw invalidRequest(`/${name}`, 'is missing: send the file as this part', 'required')
  if (part.name !== name)
    throw invalidRequest(
      `/${part.name.slice(0, 128)}`,
      `is not a part of this form: name the part ${name}`,
      'additionalProperties',
    )
  return { ...part, content: lastContent(part, arriving) }
}

async function* lastContent({ name, content }: Part, arriving: AsyncIterator<Part>): AsyncGenerator<Buffer> {
  yield* content
  if (!(await arriving.next()).done) throw invalidRequest(`/${name}`, 'must be the only part of the form', 'additionalProperties')
}
