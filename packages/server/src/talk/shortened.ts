/** The text, or its beginning with a mark that there was more. Characters are never cut in half. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

/** The text, or its end: what a message asks stands there. */
export const endOf = (text: string, most: number): string =>
  text.length <= most ? text : `…${text.slice(text.length - most + 1).replace(/^[\uDC00-\uDFFF]/, '')}`
