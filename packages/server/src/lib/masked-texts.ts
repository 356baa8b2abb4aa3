import { maskOf } from './mask.ts'

/** Short texts without secrets, all at once: most of the work is to get ready for the search. None of them may hold a NUL, as no path or argument can. */
export function maskedTexts(secrets: readonly string[], texts: readonly string[]): string[] {
  if (secrets.length === 0 || texts.length === 0) return [...texts]
  // Stars take as much room as what they cover, so what parts the texts stays where it is.
  return maskOf(secrets)
    .cover(Buffer.from(texts.join('\0')))
    .toString()
    .split('\0')
}
