/**
 * STAND-IN for the gemini CLI, for tests only: a small agent that keeps to the flags, settings and events of 0.61, so that a whole turn can be
 * played without the real one. `made` stands before it and says which version it is, and what that has lost.
 */
const { spawnSync } = require('node:child_process')
const { randomUUID } = require('node:crypto')
const { globSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const { dirname } = require('node:path')

const words = process.argv.slice(2)
const flag = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined)
const lost = (what) => made.lost.includes(what)

const help = `Options:
  -m, --model          Model                                                                    [string]
      --approval-mode  Set the approval mode        [string] [choices: "default", "auto_edit", "yolo", "plan"]
  -r, --resume         Resume a previous session                                                [string]
  -o, --output-format  The format of the CLI output.     [string] [choices: "text", "json", "stream-json"]`

if (words.includes('--version')) console.log(made.version)
else if (words.includes('--help')) console.log(help)
else if (!process.env.GEMINI_API_KEY) process.exitCode = 41
else turn().catch((error) => tell({ type: 'result', status: 'error', error: { message: error.message } }))

async function turn() {
  const session = (!lost('resume') && flag('--resume')) || randomUUID()
  const file = `${process.env.HOME}/.gemini/tmp/runner/chats/${session}.json`
  const contents = flag('--resume') === session ? JSON.parse(readFileSync(file, 'utf8')) : []
  tell({ type: 'init', session_id: session })
  tell({ type: 'message', role: 'user', content: '' })
  contents.push({ role: 'user', parts: [{ text: readFileSync(0, 'utf8') }] })
  for (let isDone = false; !isDone; ) isDone = await ask(contents)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(contents))
  if (lost('end')) setInterval(() => {}, 1000)
  if (lost('quiet')) await fetch('http://telemetry.example/').catch(() => {})
  tell({ type: 'result', status: 'success', stats: { input_tokens: 1, output_tokens: 1, cached: 0 } })
}

/** One call of the model, and of the tools that it asks for; true: it asked for none. */
async function ask(contents) {
  const address = `${process.env.GOOGLE_GEMINI_BASE_URL}/v1beta/models/${flag('-m')}:generateContent`
  const skills = globSync('.agents/skills/*/SKILL.md').map((path) => readFileSync(path, 'utf8'))
  const body = {
    contents,
    systemInstruction: { parts: [{ text: `Skills:\n${skills.join('\n')}` }] },
    tools: [{ functionDeclarations: [{ name: 'run_shell_command' }] }],
  }
  const headers = { 'content-type': 'application/json', 'x-goog-api-key': process.env.GEMINI_API_KEY }
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error.message)
  const { parts } = answer.candidates[0].content
  contents.push({ role: 'model', parts })
  const said = parts.map(({ text = '' }) => text).join('')
  if (said !== '')
    tell({ type: 'message', role: 'assistant', content: lost('answers') ? said.slice(0, 1000) : said, delta: true })
  const calls = parts.flatMap(({ functionCall }) => functionCall ?? [])
  if (calls.length > 0) contents.push({ role: 'user', parts: calls.map(resultOf) })
  return calls.length === 0
}

function resultOf({ id, name, args }) {
  tell({ type: 'tool_use', tool_id: id, tool_name: name, parameters: args })
  const output = lost('tools') ? 'Denied.' : spawnSync('sh', ['-c', args.command], { encoding: 'utf8' }).stdout
  tell({ type: 'tool_result', tool_id: id, status: 'success', output })
  return { functionResponse: { id, name, response: { output } } }
}

function tell(event) {
  process.stdout.write(`${JSON.stringify(event)}\n`)
}
