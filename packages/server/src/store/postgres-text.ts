import type { Value } from './sql.ts'

/** A query of this room in the words of Postgres. */
export const postgresText = (text: string): string =>
  isOfTables(text) ? withTypes(text) : numbered(text.replaceAll(codeOfError, codeInText))

export const isOfTables = (text: string): boolean => /^\s*(create|alter|drop) /.test(text)

/** Whole numbers of any size, and text that is compared byte by byte, as SQLite does. */
const withTypes = (text: string): string => text.replaceAll(/\binteger\b/g, 'bigint').replaceAll(/\btext\b/g, 'text collate "C"')

/** Text of Postgres holds no NUL. In its place stands what also stands in the place of a character that is none. */
export const postgresValue = (value: Value): Value => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value)

/** Question marks outside of quotes. */
function numbered(text: string): string {
  let count = 0
  return text.replaceAll(/'[^']*'|\?/g, (part) => (part === '?' ? `$${++count}` : part))
}

const codeOfError = "runs.error ->> 'code'"

/** As text, because Postgres refuses to look into JSON with \u0000 in it, which the output of a program may have. The code comes first. */
const codeInText = `substring(runs.error from '^{"code":"([^"]*)"')`
