import type { RaspData, RaspEvent } from '@agent-skill-runner/contract/rasp.ts'

type RawEvent = Extract<RaspEvent, { event: { type: 'raw.stdout' | 'raw.stderr' } }> & {
  readonly raw_ref: NonNullable<RaspEvent['raw_ref']>
}

/** A line as it came, and where its bytes lie; where they cannot be told apart, those of its block. */
export interface RawLine {
  readonly block: RawEvent
  readonly text: string
  /** Trimmed; null: it is only the beginning of something. */
  readonly content: string | null
  readonly from: number
  readonly to: number
}

export const isRaw = (event: RaspEvent): event is RawEvent =>
  (event.event.type === 'raw.stdout' || event.event.type === 'raw.stderr') && event.raw_ref !== null

export function linesOf(block: RawEvent): RawLine[] {
  const { text, truncated } = block.data as RaspData['raw.stdout']
  const { byte_from: from, byte_to: to } = block.raw_ref
  if (truncated) return [{ block, text, content: null, from, to }]
  // Bytes that are no UTF-8 are replaced in the text, and then it does not tell where its lines lie.
  const isExact = Buffer.byteLength(text) === to - from
  let at = from
  return text.split(/(?<=\n)/).map((line) => {
    const begin = at
    at += Buffer.byteLength(line)
    return { block, text: line, content: line.trim(), from: isExact ? begin : from, to: isExact ? at : to }
  })
}

/** Runs of lines of one stream that follow each other and each repeat something. */
export function repeatsIn(lines: readonly RawLine[], isSaid: (line: string) => boolean, least: number): RawLine[][] {
  const repeats: RawLine[][] = []
  let run: RawLine[] = []
  const close = () => {
    const repeat = withoutEnds(run)
    if (repeat.filter(({ content }) => !isBare(content)).length >= least) repeats.push(repeat)
    run = []
  }
  for (const line of lines) {
    if (!follows(run.at(-1), line)) close()
    if (isBare(line.content) || (line.content !== null && isSaid(line.content))) run.push(line)
    else close()
  }
  close()
  return repeats
}

const fence = /^(`{3,}|~{3,})[\w+-]*$/

/** There is nothing in such a line: it neither makes a repetition nor breaks one. */
export const isBare = (content: string | null): boolean => content !== null && (content === '' || fence.test(content))

const follows = (before: RawLine | undefined, { block }: RawLine): boolean =>
  before === undefined || before.block === block || before.block.raw_ref.byte_to === block.raw_ref.byte_from

/** Bare lines at the ends do not belong to it, but the pair of fences around it does. */
function withoutEnds(run: readonly RawLine[]): RawLine[] {
  const first = run.findIndex(({ content }) => !isBare(content))
  const last = run.findLastIndex(({ content }) => !isBare(content))
  const isFence = (at: number) => fence.test(run[at]?.content ?? '')
  const around = isFence(first - 1) && isFence(last + 1) ? 1 : 0
  return first < 0 ? [] : run.slice(first - around, last + 1 + around)
}
