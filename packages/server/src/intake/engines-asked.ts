import type { Wish } from '../domain/job.ts'
import { Fault } from '../lib/fault.ts'

/** The engines that a request names, in the order in which they are to be tried; null: it leaves the choice to the server. */
export function enginesAsked({ engine, engines }: Wish): readonly [string, ...string[]] | null {
  const [first, ...rest] = engines ?? []
  if (first === undefined) return engine === undefined ? null : [engine]
  const problem = engine !== undefined ? 'must not come with engine: name either one engine or several' : repeated(engines ?? [])
  if (problem) throw new Fault('INVALID_REQUEST', { problems: [{ path: '/engines', message: problem, keyword: 'uniqueItems' }] })
  return [first, ...rest]
}

function repeated(engines: readonly string[]): string | null {
  const twice = engines.find((name, index) => engines.indexOf(name) !== index)
  return twice === undefined ? null : `must not name ${twice} twice: an engine is tried once`
}
