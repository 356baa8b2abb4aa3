import { doneMarker } from '../domain/done-marker.ts'

/**
 * Upper case, alone as a word, and true. A word is what ASCII makes of it: Chinese puts no blank before the marker. Blanks stay within
 * the line, so nothing is looked at twice.
 */
const marker = new RegExp(`(?<!\\w)${doneMarker}["'\`”’]?[ \\t]*[:=][ \\t]*true(?!\\w)`, 'g')

// No quotes: a line of pretty JSON that holds the key is part of the answer.
const line = new RegExp(`^[ \\t]*\`{0,3}${doneMarker}\`?[ \\t]*[:=][ \\t]*true\`{0,3}[ \\t]*\\r?\\n?$`)

/** How often a message of an agent says that it is done. */
export const markersIn = (text: string): number => text.match(marker)?.length ?? 0

/** The text without the lines that are nothing but the marker, and without the blank lines that such a line leaves at the end. */
export function withoutMarkerLines(text: string): string {
  if (!text.includes(doneMarker)) return text
  const lines = text.split(/(?<=\n)/)
  const kept = lines.filter((one) => !isMarkerLine(one))
  if (kept.length === lines.length) return text
  const end = lines.findLastIndex(isFull)
  if (!isMarkerLine(lines[end] ?? '')) return kept.join('')
  return kept.slice(0, kept.findLastIndex(isFull) + 1).join('')
}

/** For people: as above, and dots in the place of every other marker. */
export const withoutMarkers = (text: string): string => withoutMarkerLines(text).replaceAll(marker, '…')

const isMarkerLine = (text: string): boolean => line.test(text)

const isFull = (text: string): boolean => text.trim() !== ''
