import type { Line } from '../../domain/launch.ts'

/** Longer than any line of its log, and short enough for a pattern with a loop in a loop, which may need a stack as deep as its text. */
const longest = 64 * 1024

/** A name begins where none has begun: else each of its letters could, and a long word would be gone through once for each. */
const field = /(?<![\w.])([\w.]+)=("(?:[^"\\]|\\.)*"|\S*)/g

/** The fields of an error in its log, `name=value name="a value"`; null: it is another line. */
export function errorFields({ text, tooLong }: Pick<Line, 'text' | 'tooLong'>): ReadonlyMap<string, string> | null {
  if (tooLong || !/^timestamp=\S+ level=ERROR /.test(text)) return null
  return new Map([...text.slice(0, longest).matchAll(field)].map(([, name = '', value = '']) => [name, unquoted(value)]))
}

/** A quoted value is written as in JSON. */
function unquoted(value: string): string {
  try {
    return value.startsWith('"') ? String(JSON.parse(value)) : value
  } catch {
    return value
  }
}
