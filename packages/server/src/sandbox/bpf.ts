/** One instruction of the kernel's filter machine: its code, how far to jump if true or false, and a number. */
export type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, number: number]

const codes = { load: 0x20, and: 0x54, ifEqual: 0x15, ifAtLeast: 0x35, ifAnyBit: 0x45, answer: 0x06 } as const

/** Reads four bytes of what the filter is asked about, from this offset. */
export const load = (offset: number): Instruction => [codes.load, 0, 0, offset]
export const answer = (verdict: number): Instruction => [codes.answer, 0, 0, verdict]

/** What follows only happens to what was read if it is, is at least, or has any bit of this number; else it is skipped. */
export const whenEqual = (number: number, then: readonly Instruction[]) => when(codes.ifEqual, number, then)
export const whenAtLeast = (number: number, then: readonly Instruction[]) => when(codes.ifAtLeast, number, then)
export const whenAnyBit = (number: number, then: readonly Instruction[]) => when(codes.ifAnyBit, number, then)
/** What follows only happens if it is none of these. */
export const unlessOneOf = (numbers: readonly number[], then: readonly Instruction[]): Instruction[] => [
  ...numbers.map((number, index): Instruction => [codes.ifEqual, within(numbers.length - 1 - index + then.length), 0, number]),
  ...then,
]

function when(code: number, number: number, then: readonly Instruction[]): Instruction[] {
  return [[code, 0, within(then.length), number], ...then]
}

/** The machine has one byte for a jump. */
function within(steps: number): number {
  if (steps > 255) throw new RangeError(`${steps} steps are too far to jump`)
  return steps
}

/** As the kernel reads it: eight bytes each, the lowest first. */
export function assemble(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8)
  for (const [index, [code, ifTrue, ifFalse, number]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(ifTrue, index * 8 + 2)
    bytes.writeUInt8(ifFalse, index * 8 + 3)
    bytes.writeUInt32LE(number >>> 0, index * 8 + 4)
  }
  return bytes
}
