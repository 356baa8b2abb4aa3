import type { Recording } from '@agent-skill-runner/contract/recording.ts'
import { type Mask, maskOf } from '../lib/mask.ts'

type What = Recording['masked'][number]['what']

/** Replaces in texts what is nobody else's business, and counts it. */
export interface Cover {
  text(text: string): string
  /** Every text and name in a JSON value; no deeper than events and results are. */
  value(value: unknown): unknown
  masked(): Recording['masked']
}

/** A path of this machine, and what stands for it in a recording. */
export interface Place {
  readonly path: string
  readonly shown: string
}

/**
 * What the server knows to be secret, what looks like a secret to anybody, and where things lie on this machine. Nothing that takes the
 * place of something can end a JSON text or a line, so what was valid stays so.
 */
export function openCover(secrets: readonly string[], places: readonly Place[]): Cover {
  const mask = maskOf(secrets)
  const longestFirst = [...places].sort((a, b) => b.path.length - a.path.length)
  const counts = new Map<What, number>()
  const count = (what: What, times: number): void => {
    if (times > 0) counts.set(what, (counts.get(what) ?? 0) + times)
  }
  const text = (given: string): string => {
    const known = withoutKnown(mask, given)
    if (known !== given) count('known secret', 1)
    const placed = longestFirst.reduce((before, { path, shown }) => {
      const parts = before.split(path)
      count('path of the server', parts.length - 1)
      return parts.join(shown)
    }, known)
    return shapes.reduce((before, { what, shape, shown }) => {
      return before.replace(shape, (...found: readonly unknown[]) => {
        const [whole, head, tail] = [found[0], found[1], found[2]].map(String)
        const instead = shown(whole ?? '', head ?? '', tail ?? '')
        if (instead !== whole) count(what, 1)
        return instead
      })
    }, placed)
  }
  const value = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given)
    if (Array.isArray(given)) return given.map(value)
    if (typeof given !== 'object' || given === null || isNumber(given)) return given
    return Object.fromEntries(Object.entries(given).map(([name, one]) => [text(name), value(one)]))
  }
  return { text, value, masked: () => [...counts].map(([what, times]) => ({ what, count: times })).sort(byName) }
}

/** As it is: what a test compares with, to see that covering does something. */
export const nothingCovered: Cover = { text: (text) => text, value: (value) => value, masked: () => [] }

const byName = (a: { readonly what: string }, b: { readonly what: string }): number => (a.what < b.what ? -1 : 1)

/** A number as it was written: an object to look at, and none to copy. */
const isNumber = (value: object): boolean => 'rawJSON' in value && Object.getPrototypeOf(value) === null

/** Half of a surrogate pair would not survive the trip to bytes, so a text without secrets stays as it is. */
function withoutKnown(mask: Mask, text: string): string {
  const bytes = Buffer.from(text)
  const covered = mask.cover(bytes)
  return covered.equals(bytes) ? text : covered.toString()
}

interface Shape {
  readonly what: What
  /** Every repetition has a limit: without one a hostile text takes the square of its length, or the stack. */
  readonly shape: RegExp
  /** What stands for a match, by its first two groups. */
  readonly shown: (whole: string, head: string, tail: string) => string
}

const stars = (text: string): string => '*'.repeat(text.length)
const token = (shape: RegExp): Shape => ({ what: 'token', shape, shown: stars })
const valueBehind = (shape: RegExp): Shape => ({ what: 'token', shape, shown: (_, head, tail) => head + stars(tail) })

/** A user of these names is nobody: the first is that of the sandbox. */
const nobodys = new Set(['runner', 'user'])
const home = (shape: RegExp): Shape => ({
  what: 'home folder',
  shape,
  shown: (whole, head, name) => (nobodys.has(name) ? whole : `${head}user`),
})

const shapes: readonly Shape[] = [
  token(
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[\w+/=\s,:.]|-(?!-)|\\{1,4}[nr]){0,20000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  ),
  token(/\b(?:sk|pk|rk)[-_][\w-]{16,4096}/g),
  token(/\b(?:gh[pousr]_|npm_|hf_)[A-Za-z0-9]{20,4096}/g),
  token(/\b(?:github_pat_|glpat-|pypi-|asr_|xox[abeoprs]-)[\w-]{16,4096}/g),
  token(/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g),
  token(/\b(?:AIza[\w-]{30,4096}|ya29\.[\w.-]{20,4096})/g),
  { what: 'token', shape: /\beyJ[\w.-]{16,8192}/g, shown: (whole) => (/\.[\w-]{8}.*\./.test(whole) ? stars(whole) : whole) },
  valueBehind(/\b((?:bearer|basic) {1,3})([\w+/.~=-]{16,4096})/gi),
  valueBehind(/(:\/\/[^\s/:@"'\\]{1,64}:)([^\s/@"'\\]{3,128})(?=@)/g),
  // A number alone is no secret, and stars in its place would be no JSON.
  valueBehind(
    /((?:api[_-]?key|secret|token|passw(?:or)?d|authorization)(?:\\{0,3}["'])?\s{0,3}[:=]\s{0,3}(?:\\{0,3}["'])?)((?=[^\s"'\\,;&{}[\]]{0,64}[A-DF-Za-df-z])[^\s"'\\,;&{}[\]]{8,4096})/gi,
  ),
  home(/((?<![\w.-])\/(?:home|Users)\/)([^\s/"'\\:*?<>|,;)]{1,64})/g),
  home(/(\b[A-Za-z]:(?:\\{4}|\\{2}|\\)Users(?:\\{4}|\\{2}|\\)(?!\\))([^\s/"'\\:*?<>|,;)]{1,64})/g),
]
