import type { Capabilities } from './cli.ts'

/**
 * The options that a page of help declares, short and long. Only the beginning of an entry counts: further to the right options are only
 * talked about.
 */
export function optionsIn(page: string): ReadonlySet<string> {
  const entries = page.matchAll(/^ {2,6}(?:(-\w), )?(--\w[\w-]*)/gm)
  return new Set([...entries].flatMap(([, short, long]) => [short, long]).filter((option) => option !== undefined))
}

/** What a CLI can do whose page of help should name these options and the output format `stream-json`. */
export function streamJsonCapabilities(page: string, needed: readonly string[]): Capabilities {
  const options = optionsIn(page)
  const streams = page.includes('"stream-json"') ? [] : ['stream-json']
  return {
    resume: options.has('--resume'),
    outputSchema: options.has('--json-schema'),
    missing: [...needed.filter((option) => !options.has(option)), ...streams],
  }
}
