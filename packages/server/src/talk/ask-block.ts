import { withoutMarkers } from './marker.ts'

/** A message, taken apart into a question for programs and the text for people around it. */
interface TakenApart {
  /** What the last complete block holds; null: there is none. */
  readonly block: string | null
  /** The message without its blocks, and without the code fences that held nothing else. */
  readonly around: string
  /** A block begins and never ends, and there is no other. */
  readonly isCutOff: boolean
}

const mark = /<(\/?)ASK_USER_YAML>/gi
const lineOfMark = /^[ \t]*<\/?ASK_USER_YAML>[ \t]*\r?$/i

/** Linear in the length of the message. */
export function takeApart(message: string): TakenApart {
  const { blocks, isOpen } = blocksOf(message)
  const last = blocks.at(-1)
  return {
    block: last ? withoutOwnFence(message.slice(last.from, last.to)) : null,
    around: textAround(message, blocks),
    isCutOff: !last && isOpen,
  }
}

interface Block {
  /** Where its first mark begins, and its last one ends. */
  readonly start: number
  readonly end: number
  /** What lies between them. */
  readonly from: number
  readonly to: number
}

/** A block is an opening mark and a closing one with no mark between them: sentences may name the marks. */
function blocksOf(message: string): { blocks: readonly Block[]; isOpen: boolean } {
  const blocks: Block[] = []
  let open: { start: number; from: number } | null = null
  for (const found of message.matchAll(mark)) {
    const end = found.index + found[0].length
    if (found[1] === '') open = { start: found.index, from: end }
    else if (open) {
      blocks.push({ ...open, to: found.index, end })
      open = null
    }
  }
  return { blocks, isOpen: open !== null }
}

function textAround(message: string, blocks: readonly Block[]): string {
  const pieces = [message.slice(0, blocks[0]?.start)]
  for (const [index, { end }] of blocks.entries()) {
    const after = message.slice(end, blocks[index + 1]?.start)
    pieces.push(...withoutFence(pieces.pop() ?? '', after))
  }
  return pieces
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .join('\n\n')
}

const fenceBegins = /^[ \t]*(?:`{3,}|~{3,})[ \t]*[\w-]*$/
const fenceEnds = /^(?:`{3,}|~{3,})[ \t]*\r?$/

/** What stands before and after a block, without the fence when it held nothing but the block. */
function withoutFence(before: string, after: string): readonly [string, string] {
  const head = before.trimEnd()
  const tail = after.trimStart()
  const lastLine = head.lastIndexOf('\n') + 1
  const firstEnd = tail.indexOf('\n')
  const first = firstEnd === -1 ? tail : tail.slice(0, firstEnd)
  if (!fenceBegins.test(head.slice(lastLine)) || !fenceEnds.test(first)) return [before, after]
  return [head.slice(0, lastLine), tail.slice(first.length)]
}

/** Engines put the fence inside as often as outside. The first line keeps its indentation: YAML reads it. */
function withoutOwnFence(text: string): string {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.trim() !== '')
  const last = lines.findLastIndex((line) => line.trim() !== '')
  const isFenced = first < last && fenceBegins.test(lines[first]?.trimEnd() ?? '') && fenceEnds.test(lines[last]?.trim() ?? '')
  return (isFenced ? lines.slice(first + 1, last) : lines.slice(first === -1 ? lines.length : first, last + 1)).join('\n')
}

/** For people: marks that belong to no block go, and so do done markers. What takes their place keeps the rest from joining to new ones. */
export function withoutMarks(text: string): string {
  const lines = text.split('\n').filter((line) => !lineOfMark.test(line))
  return withoutMarkers(lines.join('\n').replaceAll(mark, '…')).trim()
}
