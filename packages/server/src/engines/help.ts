/**
 * The options that a page of help declares, short and long. Only the beginning of an entry counts: further to the right options are only
 * talked about.
 */
export function optionsIn(page: string): ReadonlySet<string> {
  const entries = page.matchAll(/^ {2,6}(?:(-\w), )?(--\w[\w-]*)/gm)
  return new Set([...entries].flatMap(([, short, long]) => [short, long]).filter((option) => option !== undefined))
}
