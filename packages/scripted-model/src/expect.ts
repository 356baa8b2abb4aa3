import { isDeepStrictEqual } from 'node:util'
import type { Heard, Utterance } from './protocol.ts'
import type { Expectation } from './script.ts'

/** What a request was expected to say and does not, each as the rest of a sentence. */
export function unmet(
  expected: Expectation,
  heard: Heard,
  headers: Readonly<Record<string, string>>,
  lastCalls: readonly string[],
): string[] {
  const { prompt, history = [], tools = [], schema, header = {}, toolResult } = expected
  const results = resultsOf(heard.said, lastCalls)
  return [
    ...(prompt === undefined || heard.said.some(({ by, text }) => by === 'user' && text.includes(prompt))
      ? []
      : [`expected the prompt to contain ${quoted(prompt)}`]),
    ...missingInOrder(history, heard.said).map((text) => `expected the history to contain ${quoted(text)} at its place`),
    ...tools.filter((name) => !heard.tools.includes(name)).map((name) => `expected the tool ${name} to be declared`),
    ...(schema === undefined || isDeepStrictEqual(schema, heard.schema)
      ? []
      : [`expected the schema ${JSON.stringify(schema)}, got ${JSON.stringify(heard.schema) ?? 'none'}`]),
    ...Object.entries(header)
      .filter(([name, value]) => headers[name.toLowerCase()] !== value)
      .map(([name, value]) => `expected the header ${name}: ${value}, got ${headers[name.toLowerCase()] ?? 'none'}`),
    ...(toolResult === undefined || results.some((text) => text.includes(toolResult))
      ? []
      : [`expected a tool result to contain ${quoted(toolResult)}, got ${results.map(quoted).join(', ') || 'none'}`]),
  ]
}

/** The first text that is not found after the place of the one before it; those behind it have no place then. */
function missingInOrder(texts: readonly string[], said: readonly Utterance[]): string[] {
  let from = 0
  for (const text of texts) {
    const place = said.findIndex((utterance, index) => index >= from && utterance.text.includes(text))
    if (place === -1) return [text]
    from = place + 1
  }
  return []
}

/** Results of the calls made last. One that does not tell its call counts too: not every client hands ids back. */
function resultsOf(said: readonly Utterance[], lastCalls: readonly string[]): string[] {
  return said
    .filter(({ by, callId }) => by === 'tool' && (callId === undefined || lastCalls.includes(callId)))
    .map(({ text }) => text)
}

const quoted = (text: string): string => JSON.stringify(text.length > 300 ? `${text.slice(0, 300)}…` : text)
