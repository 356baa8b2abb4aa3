import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What every measured run is given, and what the bare process gets on its stdin too. */
export const input = { text: 'The quick brown fox jumps over the lazy dog.' }
export const stdinOf = (given: object): string => JSON.stringify({ input: given, parameter: {} })

/** How many lines the talking skill prints, and how long it waits before each. */
export const talk = { lines: 100, pauseSec: 0.03 }

const scripts = {
  'bench-echo': `read -r given || true\nprintf '{"ok":true,"length":%d}\\n' "\${#given}"\n`,
  'bench-talk': `i=0
while [ $i -lt ${talk.lines} ]; do
  i=$((i + 1))
  echo "line $i of what a script has to say while it works"
  sleep ${talk.pauseSec}
done
echo '{"ok":true,"length":0}' >"$SKILL_RESULT_FILE"
`,
  'bench-hold': `sleep 600\necho '{"ok":true,"length":0}'\n`,
}

/** A prompt skill of the same schemas, for engines. */
const agents = ['bench-agent'] as const

export type BenchSkill = keyof typeof scripts

export const scriptOf = (skills: string, id: BenchSkill): string => join(skills, id, 'scripts/run.sh')

/** Skills of one small shell script each: whatever a run takes beyond them is the server's. */
export function writeSkills(skills: string): void {
  const entry = (command: string) => ({ type: 'script', script: { command } })
  const all = [
    ...Object.entries(scripts).map(([id, script]) => filesOf(id, entry('sh scripts/run.sh'), script)),
    ...agents.map((id) => filesOf(id, { type: 'prompt', prompt: { result_mode: 'stdout' } }, '')),
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
