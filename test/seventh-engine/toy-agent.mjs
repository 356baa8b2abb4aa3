import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'

/** The program of the seventh engine: an agent without a model, which paints in the color that it is told, or asks for one. */

const { values } = parseArgs({
  options: {
    version: { type: 'boolean' },
    help: { type: 'boolean' },
    model: { type: 'string' },
    'may-ask': { type: 'boolean' },
    resume: { type: 'string' },
  },
})
const help = `Usage: toy-agent [options]

  --model <name>   the model to paint with
  --may-ask        a person can answer
  --resume <id>    goes on with a session
`
const question = `Which color is it?
<ASK_USER_YAML>
kind: choose_one
prompt: Which color is it?
options: [red, blue]
</ASK_USER_YAML>`

if (values.version) console.log('toy 1.0.0')
else if (values.help) console.log(help)
else paint(await text(process.stdin))

function paint(prompt) {
  const id = values.resume ?? randomUUID()
  const file = join(process.env.HOME, '.toy', `${id}.json`)
  if (values.resume && !existsSync(file)) return refuse(`there is no session ${id}`)
  const before = values.resume ? JSON.parse(readFileSync(file, 'utf8')).prompts : []
  mkdirSync(join(process.env.HOME, '.toy'), { recursive: true })
  writeFileSync(file, JSON.stringify({ prompts: [...before, prompt] }))
  tell({ toy: 'session', id })
  if (values.model !== 'toy-1') return fail(`there is no model ${values.model}`)
  tell({ toy: 'says', text: answerTo(prompt, before) })
  tell({ toy: 'used', in: 12, out: 3 })
  tell({ toy: 'end', ok: true })
}

/** What was told before counts only where the session was gone on with. */
function answerTo(prompt, before) {
  if (!values['may-ask']) return JSON.stringify({ color: 'red', turns: before.length + 1 })
  if (before.length === 0) return question
  const color = /\b(?:red|blue)\b/.exec(prompt)?.[0] ?? 'none'
  return `${JSON.stringify({ color, turns: before.length + 1 })}\n\n__SKILL_DONE__: true`
}

function fail(why) {
  tell({ toy: 'end', ok: false, why })
  process.exitCode = 1
}

function refuse(why) {
  console.error(`toy: ${why}`)
  process.exitCode = 2
}

function tell(event) {
  console.log(JSON.stringify(event))
}
