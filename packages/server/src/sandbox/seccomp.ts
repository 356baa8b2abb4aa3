import { answer, assemble, type Instruction, load, unlessOneOf, whenAnyBit, whenAtLeast, whenEqual } from './bpf.ts'
import {
  families,
  forbidden,
  judged,
  leasing,
  newNamespaces,
  newTimeNamespace,
  tracingOthers,
  typing,
  unknown,
} from './system-calls.ts'

/** The filter of system calls for every child, as bubblewrap takes it; null: there is none for this processor. */
export function seccompFilter(arch: string): Buffer | null {
  const column = columns[arch]
  return column === undefined ? null : assemble(filter(column))
}

interface Column {
  readonly index: 0 | 1
  /** What the kernel calls the processor. */
  readonly audit: number
}

const columns: Readonly<Record<string, Column>> = {
  x64: { index: 0, audit: 0xc000003e },
  arm64: { index: 1, audit: 0xc00000b7 },
}

/** Where the kernel puts the number of the call, the processor, and the lower halves of what the call is asked for. */
const places = { call: 0, arch: 4, argument: (index: number) => 16 + 8 * index } as const

const allow = answer(0x7fff0000)
const failWith = (errno: number) => answer(0x00050000 + errno)
const [notPermitted, notThere, noSuchFamily] = [failWith(1), failWith(38), failWith(97)]

function filter({ index, audit }: Column): Instruction[] {
  const numbersOf = (calls: Readonly<Record<string, readonly (number | null)[]>>) =>
    Object.values(calls).flatMap((numbers) => numbers[index] ?? [])
  const judge = (call: keyof typeof judged, argument: number, rule: readonly Instruction[]) =>
    whenEqual(judged[call][index], [load(places.argument(argument)), ...rule, allow])
  return [
    load(places.arch),
    // Calls in the words of another processor, such as those of 32 bits, would have other numbers.
    ...unlessOneOf([audit], [notThere]),
    load(places.call),
    ...whenAtLeast(0x40000000, [notThere]),
    ...numbersOf(unknown).flatMap((number) => whenEqual(number, [notThere])),
    ...numbersOf(forbidden).flatMap((number) => whenEqual(number, [notPermitted])),
    ...judge('clone', 0, whenAnyBit(newNamespaces, [notPermitted])),
    ...judge('unshare', 0, whenAnyBit(newNamespaces | newTimeNamespace, [notPermitted])),
    ...judge('socket', 0, unlessOneOf(families, [noSuchFamily])),
    ...judge('socketpair', 0, unlessOneOf(families, [noSuchFamily])),
    ...judge(
      'ioctl',
      1,
      typing.flatMap((word) => whenEqual(word, [notPermitted])),
    ),
    ...judge(
      'ptrace',
      0,
      tracingOthers.flatMap((word) => whenEqual(word, [notPermitted])),
    ),
    ...judge(
      'fcntl',
      1,
      leasing.flatMap((word) => whenEqual(word, [notPermitted])),
    ),
    allow,
  ]
}
