import { Lexer, type Token } from './lexer.ts'

/**
 * Whether fixed JSON says what the text said: the same brackets, names and values in the same order, and nothing besides. What may differ is
 * what carries no content: commas, colons, comments, space, and how quotes and true, false and null are written.
 */
export function sameContent(text: string, fixed: string): boolean {
  const [before, after] = [contents(text), contents(fixed)]
  for (;;) {
    const [one, other] = [before.next(), after.next()]
    if (one.done || other.done) return Boolean(one.done && other.done)
    if (one.value === null || one.value !== other.value) return false
  }
}

const inPython: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' }

/** One text per token that carries content; null: one that cannot be understood for certain. */
function* contents(text: string): Generator<string | null> {
  const lexer = new Lexer(text)
  let before: Token['kind'] = 'end'
  for (let token = lexer.next(); token.kind !== 'end'; before = token.kind, token = lexer.next()) {
    // Two commas in a row may stand for something that was left out.
    if (token.kind === ',' && ['end', ',', '{', '[', ':'].includes(before)) yield null
    else if (token.kind !== ',' && token.kind !== ':') yield contentOf(token, lexer, text)
  }
}

function contentOf(token: Token, lexer: Lexer, text: string): string | null {
  switch (token.kind) {
    case 'string':
      return `"${token.text}`
    case 'number':
      return token.text
    case 'word':
      return new Lexer(text, lexer.at).next().kind === ':' ? `"${token.text}` : literal(token.text)
    case 'other':
    case 'cut':
      return null
    default:
      return token.kind
  }
}

function literal(word: string): string | null {
  const meant = inPython[word] ?? word
  return meant === 'true' || meant === 'false' || meant === 'null' ? meant : null
}
