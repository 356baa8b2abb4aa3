/** One thing that the details of an error tell: its name there, and the sentences that say it. */
export interface Fact {
  readonly name: string
  readonly said: readonly string[]
}

/** The details of an error line by line. What nobody knows is left out. */
export const factsOf = (details: Readonly<Record<string, unknown>>): Fact[] =>
  Object.entries(details).flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).flatMap((one) => factOf(name, one)))

function factOf(name: string, value: unknown): Fact[] {
  if (value === null || value === undefined) return []
  // Steps are counted from 0 in the details, and from 1 everywhere on the page.
  if (name === 'step_index' && typeof value === 'number') return [{ name, said: [String(value + 1)] }]
  return [{ name, said: typeof value === 'object' ? saidOf(value) : [String(value)] }]
}

/** A host that was not reached, an error within the error, or whatever else there may be. */
function saidOf(value: object): string[] {
  if ('host' in value && 'port' in value && 'reason' in value) return [`${value.host}:${value.port}`, String(value.reason)]
  if ('code' in value && typeof value.code === 'string') return [value.code]
  return [JSON.stringify(value)]
}
