import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { toolResultsIn } from '@agent-skill-runner/scripted-model'
import { verifies } from '../../../test/verifies.ts'
import type { RealCli } from '../test/support/real-clis.ts'
import { agentSkill, answering, type Kit, kitsHere, realCli, startEngineApp } from '../test/support/real-engine.ts'

/** Of 40 calls each, one after another; five by hand are 200. Longer ones gemini interrupts, after 30 turns, with a question whether it is a loop. */
const runs = Number(process.env['SKILL_RUNNER_TEST_TOOL_RUNS'] ?? 1)
/** Ten calls: seven at once, and one by one. */
const round = [['small', 'small', 'small', 'large', 'small', 'small', 'small'], ['small'], ['large'], ['small']] as const
/** 256 KiB in lines of 32 bytes. */
const lineCount = { small: 1, large: 8192 }

interface Printing {
  readonly id: string
  readonly command: string
  readonly size: keyof typeof lineCount
  readonly lines: readonly string[]
}

const numbers = (howMany: number): number[] => Array.from({ length: howMany }, (_, index) => index + 1)

/** The lines are not in the command as they are printed: a CLI that repeats the command tells none of them. */
function printing(turn: number, n: number, size: Printing['size']): Printing {
  const id = `print_${100 + turn}_${n}`
  const lines = numbers(lineCount[size]).map((line) => `${id}-${`${line}`.padStart(6, '0')}-xxxxxxxxxxxx`)
  return { id, size, command: `seq -f '${id}-%06.0f-xxxxxxxxxxxx' 1 ${lines.length}`, lines }
}

const turns = numbers(4)
  .flatMap(() => round)
  .map((sizes, turn) => sizes.map((size, n) => printing(turn, n, size)))
const printings = turns.flat()
const linesIn = (text: string): string[] => text.match(/print_\d+_\d-\d{6}-x{12}(?=\n|$)/gm) ?? []

/** How an engine says that it shows a part of a large output, and where it keeps the whole. */
interface Limit {
  readonly marker: RegExp
  readonly shows: 'both ends' | 'beginning' | 'end'
  readonly kept?: string
}

const limits: Readonly<Record<Kit['engine'], Limit | null>> = {
  codex: {
    marker: /^Warning: truncated output \(original token count: 65536\)\nTotal output lines: 8192$/m,
    shows: 'both ends',
  },
  gemini: {
    marker: /^Output too large\. Showing first 8,000 and last 32,000 characters\. For full output see: \S+$/m,
    shows: 'both ends',
    kept: '~/.gemini/tmp/workspace/tool-outputs/*/*.txt',
  },
  opencode: {
    marker: /^\.\.\.output truncated\.\.\.\n\nFull output saved to: \S+$/m,
    shows: 'end',
    kept: '~/.local/share/opencode/tool-output/*',
  },
  iflow: null,
  claude: {
    marker: /^Output too large \(256KB\)\. Full output saved to: \S+$/m,
    shows: 'beginning',
    kept: '~/.claude/projects/*/*/tool-results/*.txt',
  },
  qwen: {
    marker: /^Tool output was too large and has been truncated\.$/m,
    shows: 'both ends',
    kept: '~/.qwen/tmp/*/*.output',
  },
}

/** The answer is printed as well, by the CLI itself, which must not leave before all is read. Where nothing changes gemini sees a loop. */
const answer = { ok: true, note: printing(0, 0, 'large').lines.join('\n') }

for (const kit of kitsHere) {
  const cli = await realCli(kit.engine)

  verifies(
    'engine.tool-output-is-whole',
    `${kit.title}: ${runs * printings.length} commands print a line or 256 KiB, and the model gets all, or a marked part; its answer of 256 KiB arrives`,
    async () => {
      for (const _ of numbers(runs)) await tellsAll(kit, cli)
    },
    { skip: cli.skip },
  )
}

async function tellsAll(kit: Kit, cli: RealCli): Promise<void> {
  const limit = limits[kit.engine]
  const steps = [
    ...turns.map((turn) => ({ calls: turn.map(({ id, command }) => ({ ...kit.shell(command), id })) })),
    { calls: [{ ...kit.shell(sumsOf(limit?.kept ?? '/dev/null')), id: 'sums' }] },
    ...answering(kit, JSON.stringify(answer)),
  ]
  await using app = await startEngineApp(kit, { steps }, { cli, skills: [agentSkill('stdout')] })
  const { result } = await app.run('agent-stdout', { engine: kit.engine, model: kit.model })

  /** What the model was given back for the calls of a turn: the request behind it has it. */
  const told = (turn: number): ReadonlyMap<string, string> => {
    const request = app.scene.requests.find(({ step }) => step === turn + 1)
    return request ? toolResultsIn(request) : new Map()
  }
  assert.deepEqual(
    turns.flatMap((turn, n) => turn.map((one) => judged(one, told(n).get(one.id) ?? 'nothing', limit))),
    printings.map(({ id, size }) => (size === 'large' && limit ? `${id}: a marked part` : `${id}: all`)),
  )
  const sums = told(turns.length).get('sums') ?? ''
  const large = limit?.kept ? printings.filter(({ size }) => size === 'large') : []
  assert.deepEqual(
    large.filter((one) => !sums.includes(sumOf(one))).map(({ id }) => id),
    [],
  )
  assert.deepEqual([result?.error, result?.data], [null, answer])
  assert.deepEqual([app.scene.problems, app.scene.unplayed], [[], []])
}

/** What the model was told of a call, in words. */
function judged({ id, lines }: Printing, told: string, limit: Limit | null): string {
  const found = linesIn(told)
  if (found.join() === lines.join()) return `${id}: all`
  if (limit?.marker.test(told) && isPart(found, lines, limit)) return `${id}: a marked part`
  return `${id}: ${found.length} of ${lines.length} lines, the last ${found.at(-1)}, in ${told.slice(0, 300)}`
}

function isPart(found: readonly string[], lines: readonly string[], { shows }: Limit): boolean {
  const differs = found.findIndex((line, n) => line !== lines[n])
  const head = differs === -1 ? found.length : differs
  const tail = found.length - head
  if (found.slice(head).join() !== lines.slice(lines.length - tail).join()) return false
  return head > 0 === (shows !== 'end') && tail > 0 === (shows !== 'beginning')
}

function sumOf({ lines }: Printing): string {
  return createHash('sha256')
    .update(`${lines.join('\n')}\n`)
    .digest('hex')
}

/** Of the lines in each file. */
function sumsOf(files: string): string {
  return `for f in ${files}; do grep -o 'print_[0-9]*_[0-9]-[0-9]*-x*' "$f" | sha256sum; done`
}
