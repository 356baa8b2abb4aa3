import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What every measured run is given, and what the bare process gets on its stdin too. */
export const input = { text: 'The quick brown fox jumps over the lazy dog.' }
export const stdinOf = (given: object): string => JSON.stringify({ input: given, parameter: {} })

/** How many events the talking skill has, by the name of what is replayed, and how long it waits after each. */
export const talk = { models: { default: 2000, quick: 500 }, pauseMs: 30 }

/** What the flooding skill prints, over and over. */
const floodLine = 'A line as programs print it by the million: neither short nor long, 1234567890, and with an é in it.'

/** How often the printing skill prints a block of lines, and how many are in one. */
export const print = { blocks: 20, lines: 200, pauseSec: 0.1 }

/** A shell that prints the text it was given. */
const textOfStdin = `sed 's/.*"text":"\\([^"]*\\)".*/\\1/'`

const scripts = {
  'bench-echo': `read -r given || true\nprintf '{"ok":true,"length":%d}\\n' "\${#given}"\n`,
  'bench-flood': `bytes=$(${textOfStdin})
yes '${floodLine}' | head -c "$bytes"
echo '{"ok":true,"length":0}' >"$SKILL_RESULT_FILE"
`,
  'bench-print': `name=$(${textOfStdin})
block=0
while [ $block -lt ${print.blocks} ]; do
  awk -v name="$name" -v from=$((block * ${print.lines})) 'BEGIN { for (n = from; n < from + ${print.lines}; n++) print name, n }'
  block=$((block + 1))
  sleep ${print.pauseSec}
done
echo '{"ok":true,"length":0}' >"$SKILL_RESULT_FILE"
`,
  'bench-hold': `sleep 600\necho '{"ok":true,"length":0}'\n`,
  'bench-bomb': `exec perl -e 'for (;;) { defined fork or select undef, undef, undef, 0.001 }'\n`,
  'bench-hog': `exec perl -e 'my @held; push @held, "x" x (16 << 20) while 1'\n`,
  'bench-filler': 'while :; do n=$((n + 1)); head -c 4194304 /dev/zero >"$SKILL_ARTIFACTS_DIR/$n"; done\n',
  'bench-burner': 'while :; do :; done\n',
}

/** Those that take of the machine whatever they can get, and soon reach a limit. */
export const endingAttacks = ['bench-bomb', 'bench-hog', 'bench-filler'] as const

/** And one that is as busy for as long as it may. */
export const attacks = [...endingAttacks, 'bench-burner'] as const

const prompt = { type: 'prompt', prompt: { result_mode: 'stdout' } }

/** A prompt skill of the same schemas, for engines. */
const agents = ['bench-agent'] as const

export type BenchSkill = keyof typeof scripts

export const scriptOf = (skills: string, id: BenchSkill): string => join(skills, id, 'scripts/run.sh')

/** Skills of one small shell script each: whatever a run takes beyond them is the server's. */
export function writeSkills(skills: string): void {
  const entry = (command: string) => ({ type: 'script', script: { command } })
  const all = [
    ...Object.entries(scripts).map(([id, script]) => filesOf(id, entry('sh scripts/run.sh'), script)),
    ...agents.map((id) => filesOf(id, prompt, '')),
    talkingSkill(),
  ]
  for (const { id, files } of all) {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(skills, id, path)), { recursive: true })
      writeFileSync(join(skills, id, path), text)
    }
  }
}

function filesOf(id: string, entrypoint: object, script: string): { id: string; files: Record<string, string> } {
  const files = {
    'SKILL.md': `---\nname: ${id}\ndescription: A skill that the bench made.\n---\n\nDo what the script does.\n`,
    'assets/runner.json': JSON.stringify({
      id,
      version: '1.0.0',
      execution_modes: ['auto'],
      entrypoint,
      schemas: {
        input: 'assets/input.schema.json',
        parameter: 'assets/parameter.schema.json',
        output: 'assets/output.schema.json',
      },
      artifacts: [],
    }),
    'assets/input.schema.json': JSON.stringify({
      type: 'object',
      properties: { text: { type: 'string', 'x-input-source': 'inline' } },
    }),
    'assets/parameter.schema.json': JSON.stringify({ type: 'object' }),
    'assets/output.schema.json': JSON.stringify({
      type: 'object',
      required: ['ok', 'length'],
      properties: { ok: { const: true }, length: { type: 'integer', minimum: 0 } },
      additionalProperties: false,
    }),
    'scripts/run.sh': script,
  }
  return { id, files }
}

/** An engine that is replayed: each of its lines is an event of its own, however they arrive. */
function talkingSkill(): { id: string; files: Record<string, string> } {
  const { id, files } = filesOf('bench-talk', prompt, '')
  const replays = Object.entries(talk.models).map(([model, events]) => {
    const steps = Array.from({ length: events }, (_, n) => [
      { event: { type: 'reasoning', text: `line ${n} of what an agent has to say while it works` } },
      { sleep_ms: talk.pauseMs },
    ])
    const answer = { message: { ok: true, length: 0 }, final: true }
    return [`assets/replay/${model}.json`, JSON.stringify({ steps: [...steps.flat(), answer] })]
  })
  return { id, files: { ...files, ...Object.fromEntries(replays) } }
}
