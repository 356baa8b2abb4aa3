/** What came from elsewhere, for a terminal: nothing in it moves the cursor, colours, or turns the direction of reading. */
export const plain = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, ' ')

/** The same on one line, and no longer than it may be. */
export function oneLine(text: string, most: number): string {
  const line = plain(text).replaceAll(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, Math.max(0, most - 1)).trimEnd()}…` : line
}
