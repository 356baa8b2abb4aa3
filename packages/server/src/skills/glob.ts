import { pathProblem } from '../lib/relative-path.ts'

type Glob =
  | {
      readonly ok: true
      /** How many patterns without braces it stands for. */
      readonly alternatives: number
      matches(path: string): boolean
    }
  | { readonly ok: false; readonly problem: string }

const longest = 240
const mostAlternatives = 64

/**
 * A glob of our own, because skills write the patterns and their runs name the files: every library turns a glob into a
 * regular expression, and `*a*a*a*a*a*b` then backtracks for minutes. This one takes length times length at most.
 * It knows `*`, `?`, `[a-z]`, `[!a]`, `{a,b}` and `**` as a whole part (at the end: whatever lies below); a wildcard does not
 * match a leading dot.
 */
export function compileGlob(pattern: string): Glob {
  const problem = globProblem(pattern)
  if (problem) return { ok: false, problem }
  const alternatives = expand(pattern)
  if (!alternatives) return { ok: false, problem: `it has more than ${mostAlternatives} alternatives` }
  const globs = alternatives.map((text) =>
    text
      .replace(/(^|\/)\*\*$/, '$1**/*')
      .split('/')
      .map(compilePart),
  )
  return { ok: true, alternatives: globs.length, matches: (path) => globs.some((glob) => matchesPath(glob, path.split('/'))) }
}

function globProblem(pattern: string): string | null {
  if (pattern.length > longest) return `it is longer than ${longest} characters`
  if (/[@!+*?]\(/.test(pattern)) return 'groups such as @(a|b) are not supported'
  if (/^[^{}]*(?:\{[^{}]*\}[^{}]*)*$/.test(pattern) === false) return 'its braces do not match, or are nested'
  return pathProblem(pattern)
}

/** `a.{b,c}` → `a.b`, `a.c`; null: too many. */
function expand(pattern: string): string[] | null {
  let texts = ['']
  for (const piece of pattern.split(/(\{[^{}]*\})/)) {
    const choices = piece.startsWith('{') && piece.includes(',') ? piece.slice(1, -1).split(',') : [piece]
    texts = texts.flatMap((text) => choices.map((choice) => text + choice))
    if (texts.length > mostAlternatives) return null
  }
  return texts
}

type Token = { readonly kind: 'many' } | { readonly kind: 'one'; readonly fits: (char: string) => boolean }
type Part = { readonly kind: 'folders' } | { readonly kind: 'name'; readonly tokens: readonly Token[]; readonly dotted: boolean }

function compilePart(text: string): Part {
  if (text === '**') return { kind: 'folders' }
  const tokens = text.match(/\*+|\[[!^]?[^\]]+\]|./gsu) ?? []
  return { kind: 'name', tokens: tokens.map(compileToken), dotted: text.startsWith('.') }
}

function compileToken(text: string): Token {
  if (text.startsWith('*')) return { kind: 'many' }
  if (text === '?') return { kind: 'one', fits: () => true }
  if (text.length > 2 && text.startsWith('[')) return { kind: 'one', fits: classOf(text.slice(1, -1)) }
  return { kind: 'one', fits: (char) => char === text }
}

function classOf(text: string): (char: string) => boolean {
  const negated = /^[!^]/.test(text)
  const members = text.slice(negated ? 1 : 0).match(/.-.|./gsu) ?? []
  const fits = (char: string) =>
    members.some((member) => {
      const [from = '', dash, to] = [...member]
      return dash === '-' && to !== undefined ? char >= from && char <= to : char === from
    })
  return (char) => fits(char) !== negated
}

const matchesPath = (parts: readonly Part[], names: readonly string[]): boolean =>
  align(
    parts,
    names,
    (part) => part.kind === 'folders',
    (part, name) => part.kind === 'name' && matchesName(part, name),
    (name) => !name.startsWith('.'),
  )

function matchesName({ tokens, dotted }: Part & { kind: 'name' }, name: string): boolean {
  if (name.startsWith('.') && !dotted) return false
  return align(
    tokens,
    [...name],
    (token) => token.kind === 'many',
    (token, char) => token.kind === 'one' && token.fits(char),
    () => true,
  )
}

/**
 * Whether items fit a pattern in which some elements stand for any number of items. Only the latest of those is ever
 * reconsidered: an earlier one could not do better, and that keeps it from exploding.
 */
function align<P, I>(
  pattern: readonly P[],
  items: readonly I[],
  isMany: (element: P) => boolean,
  fits: (element: P, item: I) => boolean,
  maySkip: (item: I) => boolean,
): boolean {
  let at = 0
  let item = 0
  let many = -1
  let resume = 0
  while (item < items.length) {
    const element = pattern[at]
    const current = items[item]
    if (element !== undefined && isMany(element)) {
      many = at
      resume = item
      at += 1
    } else if (element !== undefined && current !== undefined && fits(element, current)) {
      at += 1
      item += 1
    } else {
      const skipped = items[resume]
      if (many < 0 || skipped === undefined || !maySkip(skipped)) return false
      resume += 1
      item = resume
      at = many + 1
    }
  }
  return pattern.slice(at).every(isMany)
}
