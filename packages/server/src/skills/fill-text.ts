const placeholder = /\{\{(\w+)\}\}/g

export const placeholdersIn = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name = '']) => name)

/** Fills in what stands between double braces. A paragraph that needs something there is none of is left out. */
export function fillText(text: string, value: (name: string) => string | null): string {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => placeholdersIn(paragraph).every((name) => value(name) !== null))
  return paragraphs.map((paragraph) => paragraph.replaceAll(placeholder, (_, name) => value(name) ?? '')).join('\n\n')
}
