import type { NormalizationLevel } from '../domain/run.ts'

/** Something a run left that may hold its answer. */
export interface Candidate {
  readonly source: Source
  /** null: there is none. */
  readonly text: string | null
}

export type Source = 'result_file' | 'stdout'
export type Level = NormalizationLevel

export interface Found {
  readonly source: Source
  readonly level: Level
  readonly value: object
}

/** Bytes of output that are looked at. */
export const mostOutput = 8 * 1024 * 1024

/** A way to get a JSON object or array out of a text, and how much help it took. */
export interface Extraction {
  readonly level: Level
  extract(text: string): object | null
}

/** The whole text is the JSON. Parsing is linear, but it is done on the event loop: what is longer is not read. */
const wholeText: Extraction = { level: null, extract: (text) => (text.length <= mostOutput ? parsed(text) : null) }

/** In this order. Fenced blocks and the last balanced value will stand after the whole text. */
const extractions: readonly Extraction[] = [wholeText]

/** The first candidate that holds a JSON object or array wins; null: none does. */
export function find(candidates: readonly Candidate[], ways: readonly Extraction[] = extractions): Found | null {
  for (const { source, text } of candidates) {
    for (const { level, extract } of text === null ? [] : ways) {
      const value = extract(text ?? '')
      if (value) return { source, level, value }
    }
  }
  return null
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
