import { Fault } from '../lib/fault.ts'
import type { Compile } from '../skills/schema-verdicts.ts'

/** The same for so many at once, each of whom may wait; whoever comes on top of them is told to come again, and holds nothing meanwhile. */
export function limited(compile: Compile, most: number): Compile {
  let asking = 0
  return async (schema, what) => {
    if (asking >= most) throw new Fault('QUEUE_FULL', { what: 'schemas to be checked', limit: most })
    asking += 1
    try {
      return await compile(schema, what)
    } finally {
      asking -= 1
    }
  }
}
