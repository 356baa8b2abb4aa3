import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives memory back that is only garbage by now. Loading the server leaves some 10 MB of it, and every child that is started costs time
 * in proportion to what we hold. It takes about 30 ms, so it is for moments when nobody waits.
 */
export function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
