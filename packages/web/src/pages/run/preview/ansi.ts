/** A piece of terminal output in one look. The look is a list of class names: the page forbids styles that come with content. */
export interface Painted {
  readonly text: string
  readonly look: readonly string[]
}

const colors = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

interface Pen {
  readonly color: string | null
  readonly back: string | null
  readonly bold: boolean
  readonly dim: boolean
  readonly italic: boolean
  readonly underline: boolean
}

const plain: Pen = { color: null, back: null, bold: false, dim: false, italic: false, underline: false }

/** What paints, and whatever else a terminal would obey, which is left out. Only the first has a group. */
const sequences = new RegExp(
  [
    // colors and weights
    String.raw`\x1b\[([0-9;:]*)m`,
    // moves of the cursor, and what is cleared
    String.raw`\x1b\[[0-?]*[ -/]*[@-~]`,
    // titles and links; one without an end takes no more than its line
    String.raw`\x1b[\]PX^_][^\n]*?(?:\x07|\x1b\\|(?=\n)|$)`,
    // other sequences of one letter, and control characters
    String.raw`\x1b[@-Z\\^_a-z=>]?|[\x00-\x08\x0b\x0c\x0e-\x1a\x7f]`,
  ].join('|'),
  'g',
)

/** Terminal output as pieces of text with class names. A look lasts from where it is set to the end of the text. */
export function paint(text: string): Painted[] {
  const painted: Painted[] = []
  let pen = plain
  let from = 0
  const put = (piece: string) => {
    if (piece === '') return
    const look = lookOf(pen)
    const last = painted.at(-1)
    if (last && last.look.join() === look.join()) painted[painted.length - 1] = { text: last.text + piece, look }
    else painted.push({ text: piece, look })
  }
  for (const { 0: sequence, 1: codes, index } of text.matchAll(sequences)) {
    put(text.slice(from, index))
    if (codes !== undefined) pen = penAfter(pen, codes)
    from = index + sequence.length
  }
  put(text.slice(from))
  return painted
}

const lookOf = ({ color, back, bold, dim, italic, underline }: Pen): string[] => [
  ...(color ? [color] : []),
  ...(back ? [`on-${back}`] : []),
  ...(bold ? ['bold'] : []),
  ...(dim ? ['dim'] : []),
  ...(italic ? ['italic'] : []),
  ...(underline ? ['underline'] : []),
]

function penAfter(before: Pen, codes: string): Pen {
  const numbers = codes.split(/[;:]/).map(Number)
  let pen = before
  for (let at = 0; at < numbers.length; at += 1) {
    const code = numbers[at] ?? 0
    if (code === 38 || code === 48) {
      const [color, taken] = extended(numbers.slice(at + 1))
      pen = code === 38 ? { ...pen, color } : { ...pen, back: color }
      at += taken
    } else pen = afterCode(pen, code)
  }
  return pen
}

function afterCode(pen: Pen, code: number): Pen {
  const name = colors[code % 10] ?? null
  if (code >= 30 && code <= 37) return { ...pen, color: name }
  if (code >= 90 && code <= 97) return { ...pen, color: name }
  if (code >= 40 && code <= 47) return { ...pen, back: name }
  if (code >= 100 && code <= 107) return { ...pen, back: name }
  switch (code) {
    case 0:
      return plain
    case 1:
      return { ...pen, bold: true }
    case 2:
      return { ...pen, dim: true }
    case 3:
      return { ...pen, italic: true }
    case 4:
      return { ...pen, underline: true }
    case 22:
      return { ...pen, bold: false, dim: false }
    case 23:
      return { ...pen, italic: false }
    case 24:
      return { ...pen, underline: false }
    case 39:
      return { ...pen, color: null }
    case 49:
      return { ...pen, back: null }
    default:
      return pen
  }
}

/** One of 256 or of 16 million colors becomes the nearest of the eight that the page has, which can be read in light and in dark. */
function extended([kind, ...rest]: readonly number[]): [color: string | null, taken: number] {
  if (kind === 5) return [ofPalette(rest[0] ?? 0), 2]
  if (kind === 2) return [nearest(rest[0] ?? 0, rest[1] ?? 0, rest[2] ?? 0), 4]
  return [null, 1]
}

function ofPalette(number: number): string | null {
  if (number < 16) return colors[number % 8] ?? null
  if (number >= 232) return nearest(...triple((number - 232) * 10 + 8))
  const step = (part: number) => (part % 6) * 51
  const cube = number - 16
  return nearest(step(Math.floor(cube / 36)), step(Math.floor(cube / 6)), step(cube))
}

const triple = (level: number): [number, number, number] => [level, level, level]

/** The parts that stand out decide. */
function nearest(red: number, green: number, blue: number): string {
  const strongest = Math.max(red, green, blue)
  if (strongest < 64) return 'black'
  const bit = (part: number) => Number(part > strongest * 0.6)
  return colors[bit(red) + 2 * bit(green) + 4 * bit(blue)] ?? 'white'
}
