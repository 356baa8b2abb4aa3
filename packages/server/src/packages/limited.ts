import { Fault } from '../lib/fault.ts'
import type { Judge } from '../skills/schema-verdicts.ts'

/** The same for so many packages at once, each of which may wait; whoever comes on top of them is told to come again, and holds nothing meanwhile. */
export function limited(judge: Judge, most: number): Judge {
  let asking = 0
  return async (skill) => {
    if (asking >= most) throw new Fault('QUEUE_FULL', { what: 'packages to be checked', limit: most })
    asking += 1
    try {
      return await judge(skill)
    } finally {
      asking -= 1
    }
  }
}
