/** Where front matter seems to stand although it does not begin or end as it should; null: nowhere. */
export function looseHead(text: string, most: number): string | null {
  const begun = /^\ufeff?\s*(?:<!--.*?-->\s*)?---[ \t]*\r?\n/s.exec(text.slice(0, most))
  if (!begun) return null
  const rest = text.slice(begun[0].length, begun[0].length + most)
  // A line of --- with more behind it, or the first heading: nobody writes either inside.
  const end = /^(?:---|#)/m.exec(rest)
  return rest.slice(0, end?.index)
}

/** `name` and `description` as lines say them, such as `description: Use when: x`, with the lines below that belong to them. */
export function fieldsByLine(head: string): ReadonlyMap<string, string> {
  const found = new Map<string, string[]>()
  let current: string[] = []
  for (const line of head.split(/\r?\n/)) {
    const [, key, value = ''] = /^([A-Za-z][\w-]*):(?:\s+(.*))?$/.exec(line) ?? []
    if (key === undefined) current.push(line.trim())
    else {
      current = [value.trim()]
      // The first of several counts.
      if (!found.has(key)) found.set(key, current)
    }
  }
  return new Map(['name', 'description'].flatMap((key) => (found.has(key) ? [[key, joined(found.get(key) ?? [])]] : [])))
}

/** Without the mark of a block and without quotes, of which one may be missing. */
const joined = (lines: readonly string[]): string =>
  lines
    .filter((line) => line !== '' && !/^[|>][-+\d]*$/.test(line))
    .join(' ')
    .replace(/^["']/, '')
    .replace(/["']$/, '')

/** Of a text in Markdown, in one line; its first heading where it has nothing else, and '' where it has nothing. */
export function firstParagraph(markdown: string): string {
  if (isPath(markdown.trim())) return ''
  const lines = markdown.split(/\r?\n/).map((line) => line.trim())
  const isProse = (line: string) => /[\p{L}\p{N}]/u.test(line) && !/^(?:#|<|```|~~~|---|\|)/.test(line)
  const from = lines.findIndex(isProse)
  if (from === -1) return (lines.find((line) => /^#+\s/.test(line)) ?? '').replace(/^#+\s+/, '')
  const length = lines.slice(from).findIndex((line) => !isProse(line))
  return lines.slice(from, length === -1 ? undefined : from + length).join(' ')
}

/** What becomes of a link where links cannot be kept: a file that holds nothing but where it led. */
const isPath = (text: string): boolean => /^[\w.@/-]+\.md$/i.test(text)
