import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { Readable } from 'node:stream'
import type { TestContext } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { type Held, heldBy } from '../src/process/held-files.ts'
import { startTimeOf } from '../src/process/proc.ts'
import { temporaryFolder } from './support/folder.ts'

const [mmap, sendmsg] = process.arch === 'x64' ? [9, 46] : [222, 211]

const nameless = `sub nameless { open my $file, '+>', 'x' or die $!; unlink 'x'; syswrite $file, 'x' x $_[0]; return $file }`
const stays = `syswrite STDOUT, "up\\n"; sleep 3600;`

/** A file of 64 KiB that is open. */
const open = `${nameless} my $open = nameless(65536); ${stays}`
/** One of 128 KiB that is mapped and open no more. */
const maps = `${nameless} my $file = nameless(131072); syscall(${mmap}, 0, 4096, 1, 1, fileno $file, 0) > 0 or die $!; close $file; ${stays}`
/** One that is on its way from one end of a pair of sockets to the other, and open no more. */
const sends = `${nameless}
use Socket;
socketpair my $one, my $other, AF_UNIX, SOCK_STREAM, 0 or die $!;
my $file = nameless(65536);
my $text = 'x';
my $vector = pack 'P Q', $text, 1;
my $control = pack 'Q i i i x4', 20, 1, 1, fileno $file;
my $message = pack 'Q Q P Q P Q Q', 0, 0, $vector, 1, $control, length $control, 0;
syscall(${sendmsg}, fileno $one, $message, 0) == 1 or die $!;
close $file; ${stays}`
/** 500 descriptors in each of eight processes. */
const crowd = `my @open = map { open my $null, '<', '/dev/null' or die $!; $null } 1 .. 500; fork for 1 .. 3; ${stays}`

verifies(
  'limits.full-disk-ends-writers',
  'files without a name are found where they are open and where they are mapped, and those that nobody can see are told of',
  async (context) => {
    const held = async (script: string): Promise<Held> => heldBy(await startedIn(context, script))
    const { bytes, isMore } = await held(open)
    assert.ok(bytes >= 65_536 && !isMore, `${bytes} bytes, ${isMore}`)
    const mapped = await held(maps)
    // Only those with the right to may look at what is mapped; others know that there is something.
    assert.equal(mapped.bytes >= 131_072, !mapped.isMore, JSON.stringify(mapped))
    assert.deepEqual(await held(sends), { bytes: 0, isMore: true })
  },
)

verifies(
  'limits.full-disk-ends-writers',
  'many open files are looked at a part at a time while others are served, and no more than a bounded number',
  async (context) => {
    const mark = await startedIn(context, crowd, 8)
    assert.deepEqual(await heldBy(mark), { bytes: 0, isMore: false })
    assert.deepEqual(await heldBy(mark, { most: 3999 }), { bytes: 0, isMore: true })
    assert.ok((await longestRow(() => heldBy(mark, { slice: 100 }))) <= 200)
    assert.ok((await longestRow(() => heldBy(mark, { slice: Number.POSITIVE_INFINITY }))) >= 500)
  },
)

/** A process that runs the script in a folder of its own, once so many have said that they are up. */
async function startedIn(context: TestContext, script: string, many = 1) {
  const cwd = await temporaryFolder(context)
  const child = spawn('perl', ['-e', script], { cwd, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const { pid = Number.NaN } = child
  // The group of all that it started.
  context.after(() => process.kill(-pid, 'SIGKILL'))
  await said(child.stdout, 'up\n'.repeat(many))
  return { pid, startTime: startTimeOf(pid) ?? '' }
}

async function said(stdout: Readable, words: string): Promise<void> {
  let text = ''
  for await (const piece of stdout) {
    text += piece
    if (text === words) return
  }
  assert.fail(`It said no more than ${JSON.stringify(text)}`)
}

/** How many files were looked at while nobody else had a turn. The calls themselves are the real ones. */
async function longestRow(work: () => Promise<unknown>): Promise<number> {
  const { statSync } = fs
  let [row, longest, isOver] = [0, 0, false]
  const counted = new Proxy(statSync, {
    apply(target, self, args) {
      longest = Math.max(longest, ++row)
      return Reflect.apply(target, self, args)
    },
  })
  const takeTurns = () => {
    row = 0
    if (!isOver) setImmediate(takeTurns)
  }
  takeTurns()
  Object.assign(fs, { statSync: counted })
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    isOver = true
    Object.assign(fs, { statSync })
    syncBuiltinESMExports()
  }
  return longest
}
