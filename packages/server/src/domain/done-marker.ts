/** The key by which an agent says that it is done; it is never part of a result. */
export const doneMarker = '__SKILL_DONE__'

/** The value without the marker; null: the marker was all there was, and that is no result. */
export function withoutMarker(value: object): object | null {
  if (Array.isArray(value) || !Object.hasOwn(value, doneMarker)) return value
  const rest = Object.entries(value).filter(([key]) => key !== doneMarker)
  return rest.length === 0 ? null : Object.fromEntries(rest)
}
