/** What the text of valid JSON says and a JavaScript value of it does not. */
interface Peculiarities {
  /** Names that an object has twice, as JSON pointers: JSON.parse takes the last without a word. The first of them only. */
  readonly repeated: readonly string[]
  /** Numbers that JavaScript would write otherwise. */
  readonly numbers: readonly { readonly place: readonly Step[]; readonly source: string }[]
}

type Step = string | number

/** An object or a list that is still open. */
interface Open {
  /** Of an object; null: it is a list. */
  readonly names: Set<string> | null
  /** What comes next is a name. */
  awaitsName: boolean
  /** The name or the number of the member that one is at. */
  at: Step
}

const mostRepeated = 20
const [quote, comma, minus, zero, nine] = [0x22, 0x2c, 0x2d, 0x30, 0x39]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Linear, and as fast as it can be: it is done on the event loop, for texts of up to 8 MiB. */
export function lookOver(json: string): Peculiarities {
  const open: Open[] = []
  const repeated = new Set<string>()
  const numbers: { place: Step[]; source: string }[] = []
  let inner: Open | undefined
  for (let place = 0; place < json.length; place += 1) {
    const code = json.charCodeAt(place)
    if (code === quote) {
      const end = endOfString(json, place)
      if (inner?.awaitsName && isAgain(inner, nameIn(json, place, end)) && repeated.size < mostRepeated)
        repeated.add(pointer(open))
      place = end
    } else if (code === comma) {
      if (inner?.names) inner.awaitsName = true
      else if (inner) inner.at = Number(inner.at) + 1
    } else if (code === openObject || code === openList) {
      inner = code === openObject ? { names: new Set(), awaitsName: true, at: '' } : { names: null, awaitsName: false, at: 0 }
      open.push(inner)
    } else if (code === closeObject || code === closeList) {
      open.pop()
      inner = open.at(-1)
    } else if (code === minus || (code >= zero && code <= nine)) {
      const end = endOfNumber(json, place)
      if (isPeculiar(json, place, end)) numbers.push({ place: open.map(({ at }) => at), source: json.slice(place, end) })
      place = end - 1
    }
  }
  return { repeated: [...repeated], numbers }
}

/** Looks for quotes and not at every letter: texts may be long. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slashes = end
    while (json[slashes - 1] === '\\') slashes -= 1
    if ((end - slashes) % 2 === 0) return end
  }
  return json.length
}

const inNumber = /[-+.\deE]*/y

function endOfNumber(json: string, start: number): number {
  inNumber.lastIndex = start
  inNumber.test(json)
  return inNumber.lastIndex
}

/** Fifteen digits are always what they are. */
const plainNumber = /^-?[1-9]\d{0,14}$|^0$/

function isPeculiar(json: string, start: number, end: number): boolean {
  const source = json.slice(start, end)
  return !plainNumber.test(source) && String(Number(source)) !== source
}

function isAgain(object: Open, name: string): boolean {
  object.awaitsName = false
  object.at = name
  const isKnown = object.names?.has(name) ?? false
  object.names?.add(name)
  return isKnown
}

function nameIn(json: string, start: number, end: number): string {
  const name = json.slice(start + 1, end)
  return name.includes('\\') ? String(JSON.parse(`"${name}"`)) : name
}

const pointer = (open: readonly Open[]): string =>
  open.map(({ at }) => `/${String(at).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
