import type { JsonObject } from './json-file.ts'

/** Renders every text in a JSON value as a template of its own: what comes out can change a text, and never the shape around it. */
export async function renderTexts(
  render: (templates: readonly string[]) => Promise<readonly string[]>,
  value: unknown,
): Promise<unknown> {
  const templates = new Set<string>()
  walk(value, (text) => {
    if (isTemplate(text)) templates.add(text)
    return text
  })
  const found = [...templates]
  const texts = found.length === 0 ? [] : await render(found)
  const rendered = new Map(found.map((template, index) => [template, texts[index] ?? '']))
  return walk(value, (text) => rendered.get(text) ?? text)
}

/** Whether there is anything in it to fill in. */
export const isTemplate = (text: string): boolean => /\{[{%#]/.test(text)

function walk(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item: unknown) => walk(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value as JsonObject).map(([key, item]) => [key, walk(item, change)]))
}
