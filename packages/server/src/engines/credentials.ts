import { canonicalJson } from '../lib/canonical-json.ts'
import type { CredentialFile } from './account.ts'
import { valueAt as at, isFields } from './fields.ts'

/**
 * A rule for sign-in files: what was given may be replaced by what is the same but for these texts, and newer by `when`, which is a
 * number or a date. All names are dotted.
 */
export function sameButFor(texts: readonly string[], when: string): CredentialFile['mayReplace'] {
  return (before, after) => {
    if (!isNewer(at(before, when), at(after, when))) return false
    if (!texts.every((name) => typeof at(after, name) === typeof at(before, name))) return false
    const rest = (value: unknown) => canonicalJson(without(new Set([...texts, when]), value))
    return rest(before) === rest(after)
  }
}

function isNewer(before: unknown, after: unknown): boolean {
  const [from, to] = [instantOf(before), instantOf(after)]
  return to !== null && (from === null || to > from)
}

function instantOf(value: unknown): number | null {
  const instant = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(instant) ? instant : null
}

function without(left: ReadonlySet<string>, value: unknown, path = ''): unknown {
  if (!isFields(value)) return value
  const entries = Object.entries(value).map(([key, item]) => ({ key, item, name: `${path}${key}` }))
  const kept = entries.filter(({ name }) => !left.has(name))
  return Object.fromEntries(kept.map(({ key, item, name }) => [key, without(left, item, `${name}.`)]))
}
