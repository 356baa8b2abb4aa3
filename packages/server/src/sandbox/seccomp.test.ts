import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { assemble, unlessOneOf, whenEqual } from './bpf.ts'
import { seccompFilter } from './seccomp.ts'

const [allowed, notPermitted, notThere, noSuchFamily] = ['allowed', 'EPERM', 'ENOSYS', 'EAFNOSUPPORT']
const verdicts: Readonly<Record<number, string>> = {
  2147418112: allowed,
  327681: notPermitted,
  327718: notThere,
  327777: noSuchFamily,
}

/** What the kernel would answer, by the rules of its filter machine. */
function answerTo(filter: Buffer, call: number, args: readonly number[], arch: number): string | undefined {
  const asked = Buffer.alloc(64)
  asked.writeUInt32LE(call, 0)
  asked.writeUInt32LE(arch, 4)
  for (const [index, value] of args.entries()) asked.writeBigUInt64LE(BigInt(value), 16 + 8 * index)
  let read = 0
  for (let at = 0; at < filter.length; at += 8) {
    const [code, ifTrue, ifFalse, number] = [filter.readUInt16LE(at), filter[at + 2], filter[at + 3], filter.readUInt32LE(at + 4)]
    const jump = (isTrue: boolean) => {
      at += 8 * ((isTrue ? ifTrue : ifFalse) ?? 0)
    }
    if (code === 0x20) read = asked.readUInt32LE(number)
    else if (code === 0x15) jump(read === number)
    else if (code === 0x35) jump(read >= number)
    else if (code === 0x45) jump((read & number) !== 0)
    else if (code === 0x06) return verdicts[number]
    else assert.fail(`There is no instruction ${code}`)
  }
  return assert.fail('The filter ends without an answer')
}

/** By hand, from the tables of the kernel: the call, what it is asked for, its numbers on x64 and arm64, and the answer. */
const cases: readonly [what: string, x64: number | null, arm64: number | null, args: readonly number[], answer: string][] = [
  ['read', 0, 63, [0], allowed],
  ['execve', 59, 221, [], allowed],
  ['seccomp', 317, 277, [], allowed],
  ['keyctl', 250, 219, [], notPermitted],
  ['mount', 165, 40, [], notPermitted],
  ['bpf', 321, 280, [], notPermitted],
  ['finit_module', 313, 273, [], notPermitted],
  ['clock_settime', 227, 112, [], notPermitted],
  ['process_vm_readv', 310, 270, [], notPermitted],
  ['io_uring_setup', 425, 425, [], notThere],
  ['clone3', 435, 435, [], notThere],
  ['clone of a thread', 56, 220, [0x3d0f00], allowed],
  ['clone of a process', 56, 220, [0x01200011], allowed],
  ['clone with a user namespace', 56, 220, [0x10000011], notPermitted],
  ['clone with a mount namespace', 56, 220, [0x00020011], notPermitted],
  ['unshare of files', 272, 97, [0x400], allowed],
  ['unshare of the user namespace', 272, 97, [0x10000000], notPermitted],
  ['unshare of the network', 272, 97, [0x40000000], notPermitted],
  ['unshare of the time', 272, 97, [0x80], notPermitted],
  ['unix socket', 41, 198, [1, 1], allowed],
  ['IPv6 socket', 41, 198, [10, 1], allowed],
  ['netlink socket', 41, 198, [16, 3], allowed],
  ['packet socket', 41, 198, [17, 3], noSuchFamily],
  ['alg socket', 41, 198, [38, 5], noSuchFamily],
  ['vsock', 41, 198, [40, 1], noSuchFamily],
  ['pair of unix sockets', 53, 199, [1, 1], allowed],
  ['pair of another kind', 53, 199, [30, 1], noSuchFamily],
  ['size of a terminal', 16, 29, [0, 0x5413], allowed],
  ['words for a terminal', 16, 29, [0, 0x5412], notPermitted],
  ['tracing as a child', 101, 117, [0], allowed],
  ['tracing another', 101, 117, [16, 1], notPermitted],
  ['seizing another', 101, 117, [0x4206, 1], notPermitted],
  ['flags of a file', 72, 25, [0, 4], allowed],
  ['lease on a file', 72, 25, [0, 1024], notPermitted],
  ['mount, in the numbers of x32', 0x400000a5, null, [], notThere],
]

const x64Arch = 0xc000003e
const arm64Arch = 0xc00000b7
const i386Arch = 0x40000003

verifies('sandbox.system-calls', 'the filter answers each call as it should, on both processors', () => {
  const [x64, arm64] = [seccompFilter('x64'), seccompFilter('arm64')]
  assert.ok(x64 && arm64)
  const answers = cases.map(([what, onX64, onArm64, args]) => [
    what,
    onX64 === null ? null : answerTo(x64, onX64, args, x64Arch),
    onArm64 === null ? null : answerTo(arm64, onArm64, args, arm64Arch),
  ])
  const expected = cases.map(([what, onX64, onArm64, , answer]) => [
    what,
    onX64 === null ? null : answer,
    onArm64 === null ? null : answer,
  ])
  assert.deepEqual(answers, expected)
  assert.deepEqual([answerTo(x64, 0, [], i386Arch), answerTo(arm64, 63, [], x64Arch)], [notThere, notThere])
})

test('for a processor without a table there is no filter', () => {
  assert.equal(seccompFilter('riscv64'), null)
})

test('instructions are eight bytes, the lowest first, and no jump is longer than the machine can make', () => {
  assert.equal(assemble(whenEqual(0x01020304, [[6, 0, 0, 7]])).toString('hex'), '1500000104030201' + '0600000007000000')
  assert.equal(assemble(unlessOneOf([1, 2], [])).toString('hex'), '1500010001000000' + '1500000002000000')
  assert.throws(() => whenEqual(1, Array(256).fill([6, 0, 0, 0])), RangeError)
})
