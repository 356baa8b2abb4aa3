import type { Part } from '../workspace/receive.ts'
import { invalidRequest } from './invalid-request.ts'

/** The bytes of a form that has one part and no other. */
export async function* onlyPart(parts: AsyncIterable<Part>, name: string): AsyncGenerator<Buffer> {
  let came = false
  for await (const part of parts) {
    if (came) throw invalidRequest(`/${name}`, 'must be the only part of the form', 'additionalProperties')
    if (part.name !== name)
      throw invalidRequest(
        `/${part.name.slice(0, 128)}`,
        `is not a part of this form: name the part ${name}`,
        'additionalProperties',
      )
    came = true
    yield* part.content
  }
  if (!came) throw invalidRequest(`/${name}`, 'is missing: send the package as this part', 'required')
}
